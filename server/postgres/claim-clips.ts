import { type CompiledQuery, sql } from 'kysely';
import type { Database } from './database.ts';

/** Counted from the upload (spec §9: 'files deleted after 24 hours'). */
const claimedLifeMs = 24 * 3_600_000;

/** Which of these uploaded clips a donation may still take. They are held until the transaction ends. Null for none. */
export function holdFreeClips(
  db: Database,
  names: readonly string[],
  now: Date,
): CompiledQuery<{ name: string }> | null {
  if (names.length === 0) return null;
  return db
    .selectFrom('clips')
    .select('name')
    .where('name', 'in', names)
    .where('donation_id', 'is', null)
    .where('stored_at', 'is not', null)
    .where('lease_until', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('name')
    .forUpdate()
    .compile();
}

/** Gives clips that are held to donations by their addresses, for good. Null for none. */
export function giveClips(
  db: Database,
  clips: readonly { name: string; address: string }[],
): CompiledQuery | null {
  if (clips.length === 0) return null;
  return sql`
    update clips set donation_id = donations.id, expires_at = uploaded_at + ${claimedLifeMs} * interval '1 ms'
    from unnest(${clips.map(({ name }) => name)}::text[], ${clips.map(({ address }) => address)}::text[])
      as given (name, address)
    join donations using (address)
    where clips.name = given.name`.compile(db);
}

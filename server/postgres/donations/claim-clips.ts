import { type CompiledQuery, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

/** Counted from the upload (spec §9: 'files deleted after 24 hours'). */
const claimedLifeMs = 24 * 3_600_000;

/** Who asks again so soon may not have been answered; later it is another donation. */
const repeatedWithinMs = 15 * 60_000;

/** A time that never comes: what is kept is deleted by its owner alone. */
const never = new Date('9999-01-01T00:00:00Z');

/** Which of these uploaded clips a donation may still take. They are held until the transaction ends. Null for none. */
export function holdFreeClips(
  db: Database | Trx,
  names: readonly string[],
  now: Date,
): CompiledQuery<{ name: string }> | null {
  if (names.length === 0) return null;
  return (
    db
      .selectFrom('clips')
      .select('name')
      .where('name', 'in', names)
      .where('donation_id', 'is', null)
      .where('stored_at', 'is not', null)
      .where('lease_until', 'is', null)
      .where('deleted_at', 'is', null)
      .where('expires_at', '>', now)
      // A sound of a streamer's own is nobody else's.
      .where('expires_at', '<', never)
      .orderBy('name')
      .forUpdate()
      .compile()
  );
}

/** A clip of a donation that may be asked for again, with what tells that it is the same one. */
export interface ClaimedClip {
  name: string;
  userId: string;
  creator: string | null;
  donatorName: string;
  message: string;
}

/**
 * Which of these clips belong to a donation that whoever asked for it may never have heard of: young, open, and nothing
 * was ever seen at its address. They are held with it until the transaction ends. One that somebody is just changing is left
 * out, so that nobody is waited for. Null for none.
 */
export function holdClaimedClips(
  db: Database,
  names: readonly string[],
  now: Date,
): CompiledQuery<ClaimedClip> | null {
  if (names.length === 0) return null;
  return sql<ClaimedClip>`
    select c.name, d.user_id as "userId", d.creator, d.donator_name as "donatorName", d.message
    from clips c join donations d on d.id = c.donation_id
    where c.name = any(${names}::text[]) and c.lease_until is null and c.deleted_at is null and c.expires_at > ${now}
      and d.status = 'PENDING' and d.created_at > ${new Date(now.getTime() - repeatedWithinMs)}
      and not exists (select from chain_entries where address = d.address)
      and not exists (select from token_entries where donation_id = d.id)
    order by c.name for no key update skip locked`.compile(db);
}

/** Gives clips that are held, by their names, to donations by their addresses. Null for none. */
export function giveClips(db: Database, addresses: ReadonlyMap<string, string>): CompiledQuery | null {
  if (addresses.size === 0) return null;
  return sql`
    update clips set donation_id = donations.id, expires_at = uploaded_at + ${claimedLifeMs} * interval '1 ms'
    from unnest(${[...addresses.keys()]}::text[], ${[...addresses.values()]}::text[])
      as given (name, address)
    join donations using (address)
    where clips.name = given.name`.compile(db);
}

/** Keeps a clip that nobody has claimed for good, as a sound of a streamer's own. Throws `Problem('clip_not_found')`. */
export async function keepClip(trx: Trx, name: string, now: Date): Promise<void> {
  const held = holdFreeClips(trx, [name], now);
  const { rows } = held === null ? { rows: [] } : await trx.executeQuery(held);
  if (rows.length === 0) throw new Problem('clip_not_found');
  await trx.updateTable('clips').set({ creator: null, expires_at: never }).where('name', '=', name).execute();
}

/** Has the worker delete a clip that was kept. What refers to it must be gone. */
export async function letClipGo(trx: Trx, name: string, now: Date): Promise<void> {
  await sql`
    update clips set expires_at = greatest(${now}, uploaded_at + interval '1 ms') where name = ${name}`.execute(
    trx,
  );
}

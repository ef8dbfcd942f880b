import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { ClipQuota, ClipStore } from '#server/app/clip-ports.ts';
import { creatorHashLength } from '#server/app/donations/creator-hash.ts';
import { mostAround } from '#server/app/limits/limits.ts';
import type { Clock } from '#server/app/ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

const unclaimedLifeMs = 3_600_000;
/** Names the lock that makes quotas exact; any number that nothing else uses. */
const quotaLock = 731_306;
const noRoom =
  'There is no room for more audio clips at the moment. Please try again later or go on without one.';

/** Clips in PostgreSQL. */
export function createClipStore(db: Database, clock: Clock): ClipStore {
  return {
    checkQuota: (creator, bytes, quota) => refuseBeyond(db, { creator, bytes }, quota),
    async reserve(clip, quota) {
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${quotaLock})`.execute(trx);
        await refuseBeyond(trx, clip, quota);
        await trx
          .insertInto('clips')
          .values({
            name: clip.name,
            mime_type: clip.mimeType,
            duration_ms: clip.durationMs,
            bytes: clip.bytes,
            creator: clip.creator,
            uploaded_at: now,
            expires_at: new Date(now.getTime() + unclaimedLifeMs),
          })
          .execute();
      });
    },
    async markStored(name) {
      await db.updateTable('clips').set({ stored_at: clock.now() }).where('name', '=', name).execute();
    },
    async find(name) {
      const row = await db
        .selectFrom('clips')
        .select(['mime_type as mimeType', 'bytes', 'expires_at as expiresAt'])
        .where('name', '=', name)
        .where('stored_at', 'is not', null)
        .where('deleted_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row ?? null;
    },
    async claimExpired(limit, leaseMs) {
      const now = clock.now();
      const { rows } = await sql<{ name: string }>`
        update clips set lease_until = ${new Date(now.getTime() + leaseMs)} where name in (
          select name from clips
          where deleted_at is null and expires_at <= ${now} and (lease_until is null or lease_until <= ${now})
          order by expires_at limit ${limit} for update skip locked
        ) returning name`.execute(db);
      return rows.map(({ name }) => name);
    },
    async markDeleted(name) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('clips').where('name', '=', name).where('donation_id', 'is', null).execute();
        await trx
          .updateTable('clips')
          .set({ deleted_at: clock.now(), lease_until: null, creator: null })
          .where('name', '=', name)
          .where('deleted_at', 'is', null)
          .execute();
      });
    },
    async listUnknown(names) {
      if (names.length === 0) return [];
      const known = await db
        .selectFrom('clips')
        .select('name')
        .where('name', 'in', names)
        .where('deleted_at', 'is', null)
        .execute();
      const isKnown = new Set(known.map(({ name }) => name));
      return names.filter((name) => !isKnown.has(name));
    },
  };
}

/** Throws `Problem('audio_quota')` when these bytes are more than the address, its /48, or the whole store has room for. */
async function refuseBeyond(
  db: Database | Trx,
  { creator, bytes }: { creator: string; bytes: number },
  quota: ClipQuota,
): Promise<void> {
  const { rows } = await sql<{ unclaimed: bigint; ofAddress: bigint; around: bigint; inAll: bigint }>`
    select count(*) filter (where creator = ${creator} and donation_id is null) as unclaimed,
           coalesce(sum(bytes) filter (where creator = ${creator}), 0)::bigint as "ofAddress",
           coalesce(sum(bytes) filter (where starts_with(creator, ${creator.slice(0, creatorHashLength)})), 0)::bigint as around,
           coalesce(sum(bytes), 0)::bigint as "inAll"
    from clips where deleted_at is null`.execute(db);
  const used = rows[0] ?? { unclaimed: 0n, ofAddress: 0n, around: 0n, inAll: 0n };
  const isTooMany = Number(used.unclaimed) >= quota.unclaimedPerAddress;
  const isTooMuch =
    Number(used.ofAddress) + bytes > quota.bytesPerAddress ||
    Number(used.around) + bytes > mostAround(quota.bytesPerAddress, quota.bytesInAll);
  if (isTooMany || isTooMuch) throw new Problem('audio_quota');
  if (Number(used.inAll) + bytes > quota.bytesInAll) throw new Problem('audio_quota', noRoom);
}

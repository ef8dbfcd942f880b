import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';

/** Before every time at which a job was ever due. */
const first = new Date(0);

/** A transfer whose fate is not known yet; `isDue`: it is time to send it again. */
interface LiveTransfer {
  donationId: string;
  signature: string;
  isDue: boolean;
}

/** How far the money of the books has been moved, and what of it is to be moved first. */
export function createRecoveredTransfers(db: Database) {
  return {
    /** Addresses whose money is still to be moved, with what was said about it last. */
    async listUnmoved(): Promise<{ address: string; lastError: string | null; isOnItsWay: boolean }[]> {
      const { rows } = await sql<{ address: string; last_error: string | null; is_on_its_way: boolean }>`
        select d.address, j.last_error, exists (
          select 1 from sweeps s where s.donation_id = d.id and s.state = 'live') as is_on_its_way
        from sweep_jobs j join donations d on d.id = j.donation_id order by d.address`.execute(db);
      return rows.map((row) => ({
        address: row.address,
        lastError: row.last_error,
        isOnItsWay: row.is_on_its_way,
      }));
    },
    /**
     * How much is still to be moved, how many transfers were signed and are on their way, and how many transactions are not
     * final by the books: what they brought may be moved only then.
     */
    async countUnmoved(): Promise<{ jobs: number; live: number; signed: number; unsettled: number }> {
      const { rows } = await sql<{ jobs: number; live: number; signed: number; unsettled: number }>`
        select (select count(*)::int from sweep_jobs) as jobs,
               count(*) filter (where state = 'live')::int as live, count(*)::int as signed,
               (select count(*)::int from chain_entries where not finalized and not dropped) as unsettled
        from sweeps`.execute(db);
      return rows[0] ?? { jobs: 0, live: 0, signed: 0, unsettled: 0 };
    },
    /** What the transfers that were signed since a time and landed have moved and cost. */
    async sumMoved(since: Date): Promise<{ lamports: bigint; feeLamports: bigint; transfers: number }> {
      const { rows } = await sql<{ lamports: string; fees: string; transfers: number }>`
        select coalesce(sum(lamports), 0)::text as lamports, coalesce(sum(fee_lamports), 0)::text as fees,
               count(*)::int as transfers
        from sweeps where state = 'landed' and created_at >= ${since}`.execute(db);
      const sums = rows[0] ?? { lamports: '0', fees: '0', transfers: 0 };
      return {
        lamports: BigInt(sums.lamports),
        feeLamports: BigInt(sums.fees),
        transfers: sums.transfers,
      };
    },
    /** The transfers that have been on their way for longest, without those that are about to be looked at. */
    async listLive(limit: number): Promise<LiveTransfer[]> {
      const { rows } = await sql<{ donation_id: string; signature: string; is_due: boolean }>`
        select s.donation_id, s.signature, j.next_attempt_at <= now() as is_due
        from sweeps s join sweep_jobs j using (donation_id)
        where s.state = 'live' and j.next_attempt_at > ${first} and (j.lease_until is null or j.lease_until < now())
        order by s.created_at limit ${limit}`.execute(db);
      return rows.map((row) => ({
        donationId: row.donation_id,
        signature: row.signature,
        isDue: row.is_due,
      }));
    },
    /** Has these donations looked at before all others: what is on its way must not wait for what is not signed yet. */
    async prefer(donationIds: readonly string[]): Promise<void> {
      if (donationIds.length === 0) return;
      await sql`
        update sweep_jobs set next_attempt_at = ${first}
        where donation_id = any (${donationIds}) and (lease_until is null or lease_until < now())`.execute(
        db,
      );
    },
    /** Has these looked at later: their transfers have been seen and need not be sent again for now. */
    async putOff(donationIds: readonly string[], ms: number): Promise<void> {
      if (donationIds.length === 0) return;
      await sql`
        update sweep_jobs set next_attempt_at = now() + ${ms} * interval '1 ms'
        where donation_id = any (${donationIds}) and (lease_until is null or lease_until < now())`.execute(
        db,
      );
    },
    /** Has all money that waits looked at again now. */
    async retryAll(): Promise<void> {
      await sql`update sweep_jobs set next_attempt_at = now()`.execute(db);
    },
    /** Takes every job away from whoever had it; only while nobody else uses the database. */
    async freeAll(): Promise<void> {
      await sql`update sweep_jobs set lease_until = null, fence = fence + 1, next_attempt_at = now()`.execute(
        db,
      );
    },
  };
}

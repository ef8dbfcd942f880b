import { sql } from 'kysely';
import type { OperatorStore, StuckSweep } from '#server/app/operator-ports.ts';
import type { Database } from './database.ts';

/**
 * Transfers whose last attempt failed, with what lies on their addresses by the books. What is too small to be moved is
 * no trouble of anybody's and is counted elsewhere.
 */
export const listStuckSweeps =
  (db: Database): OperatorStore['listStuck'] =>
  async (limit) => {
    const { rows } = await sql<StuckSweep>`
      select j.donation_id as "donationId", u.id as "streamerId", u.username, j.last_error as "lastError", j.attempts,
        j.next_attempt_at as "nextAttemptAt",
        (select coalesce(sum(c.lamports), 0)::bigint from chain_entries c
          where c.address = d.address and not c.dropped) as lamports
      from sweep_jobs j join donations d on d.id = j.donation_id join users u on u.id = d.user_id
      where j.last_error is not null and j.last_error not like 'too_small%'
      order by j.attempts desc, j.donation_id limit ${limit}`.execute(db);
    return rows;
  };

import { sql } from 'kysely';
import type { OperatorStore, StuckSweep } from '#server/app/operator-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { type ReceivedTokenRow, toReceivedToken } from '#server/postgres/donations/token-rows.ts';

/** Of a job: nobody can move what is there, which is no trouble of ours; the streamer's wallet pays for it once it can. */
export const isTooSmall = sql<boolean>`coalesce(last_error like 'too_small%', false)`;

/**
 * Transfers whose last attempt failed, with what lies on their addresses by the books. What is too small to be moved is
 * no trouble of anybody's and is counted elsewhere.
 */
export const listStuckSweeps =
  (db: Database): OperatorStore['listStuck'] =>
  async (limit) => {
    const { rows } = await sql<Omit<StuckSweep, 'token'> & { token: ReceivedTokenRow | null }>`
      select "donationId", "lastError", refusals, "nextAttemptAt", lamports, token, u.id as "streamerId", u.username from (
      select j.donation_id as "donationId", j.last_error as "lastError", j.attempts as refusals,
        j.next_attempt_at as "nextAttemptAt", d.user_id,
        (select coalesce(sum(c.lamports), 0)::bigint from chain_entries c
          where c.address = d.address and not c.dropped) as lamports, null as token
      from sweep_jobs j join donations d on d.id = j.donation_id
      where j.last_error is not null and not ${isTooSmall}
      union all
      select j.donation_id, j.last_error, j.attempts, j.next_attempt_at, d.user_id, 0,
        json_build_object('mint', t.mint, 'symbol', t.symbol, 'decimals', t.decimals, 'units', w.known_units::text)
      from token_sweep_jobs j join donations d on d.id = j.donation_id join tokens t on t.mint = d.token_mint
      join token_watches w on w.donation_id = d.id
      where j.last_error is not null
      ) stuck join users u on u.id = stuck.user_id
      order by refusals desc, "donationId" limit ${limit}`.execute(db);
    return rows.map(({ token, ...row }) => ({ ...row, token: toReceivedToken(token) }));
  };

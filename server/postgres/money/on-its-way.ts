import { sql } from 'kysely';
import type { WalletPorts } from '#server/app/wallet-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { isTooSmall } from './stuck-sweeps.ts';

/** Begins at what is under way of all streamers, which is little, and not at a streamer's donations, which may be many. */
export const readOnItsWay =
  (db: Database): WalletPorts['onItsWay'] =>
  async (userId) => {
    const { rows } = await sql<{ lamports: bigint }>`
      select coalesce(sum(held.lamports), 0)::bigint as lamports
      from (
        select donation_id from sweep_jobs where not ${isTooSmall}
        union
        select d.id from chain_entries c join donations d on d.address = c.address
        where not c.finalized and not c.dropped and c.lamports > 0
      ) as moving
      join donations d on d.id = moving.donation_id
      cross join lateral (
        select sum(lamports) as lamports from chain_entries where address = d.address and not dropped
      ) as held
      where d.user_id = ${userId} and (d.paid_at is not null or d.expired_at is not null)`.execute(db);
    return rows[0]?.lamports ?? 0n;
  };

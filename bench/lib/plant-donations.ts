import { Client } from 'pg';

/** Days, messages and names enough that nothing repeats on a page. */
const plant = `
  insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
    received_lamports, created_at, expires_at, paid_at, shown_at, settled_how, swept_at, transfer_signature, expired_at)
  select case when n % 3 = 0 then $1::uuid else $2::uuid end, 'Donor ' || md5('n' || n % 5000),
    case when n % 4 = 0 then '' else repeat(md5('m' || n) || ' Thank you for the Stream ', 1 + n % 5) end,
    'planted-' || md5('a' || n), case when n % 3 = 0 then 1000001 else 1000002 end, 0, n + 1, 2000000,
    case when n % 10 < 8 then 100000000 + n else 0 end, at, at + interval '10 minutes',
    case when n % 10 < 8 then at end, case when n % 10 < 7 then at end, case when n % 10 < 7 then 'overlay' end,
    case when n % 10 < 6 then at end, case when n % 10 < 6 then md5('s' || n) || md5('t' || n) end,
    case when n % 10 = 9 then at end
  from (select n, now() - n * interval '1 minute' as at from generate_series(0, $3 * 3 - 1) n) as planted`;

/** One transaction that paid each of them, and the one that passed it on. */
const plantEntries = `
  insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized)
  select address, md5(address || way) || md5(way || address), 1, paid_at,
    case way when 'in' then received_lamports else -received_lamports end, 0, true, true
  from donations, unnest('{in,out}'::text[]) way where paid_at is not null`;

/**
 * Writes so many donations of one streamer into the books, each between two of another one, as years of use would have
 * left them: indexes and statistics are those of a table that PostgreSQL's own vacuum has visited.
 */
export async function plantDonations(
  databaseUrl: string,
  { userId, otherId, count }: { userId: string; otherId: string; count: number },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(plant, [userId, otherId, count]);
  await client.query(plantEntries);
  await client.query('vacuum analyze donations');
  await client.query('vacuum analyze chain_entries');
  await client.end();
}

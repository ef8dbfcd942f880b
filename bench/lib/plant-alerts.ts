import type { Client } from 'pg';

/** A streamer written straight into the database: nobody can sign in as them. */
export interface PlantedStreamer {
  id: string;
  widgetCode: string;
}

/** Writes so many streamers, without the password hash that each would cost. */
export async function addStreamers(db: Client, count: number): Promise<PlantedStreamer[]> {
  const { rows } = await db.query<PlantedStreamer>(
    `insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code, time_zone)
     select 'planted-' || n, 'none', 'planted-wallet-' || n, nextval('key_users'), 0, 'planted-public-' || n,
            'planted-secret-' || n, 'UTC'
     from generate_series(1, $1) n returning id, widget_code as "widgetCode"`,
    [count],
  );
  return rows;
}

/**
 * Writes a paid donation for each of them, one after the other in the order given: row, alert in the outbox, and the
 * wake-up of its queue, as the product does with a payment. Inside of a transaction it all counts from its commit.
 */
export async function addPaidDonations(
  db: Client,
  streamers: readonly PlantedStreamer[],
): Promise<{ id: string; userId: string }[]> {
  const { rows } = await db.query<{ id: string; userId: string }>(
    `with wanted as (
       select user_id, place, gen_random_uuid() as id,
              clock_timestamp() - ((count(*) over () - place) * interval '1 ms') as at
       from unnest($1::uuid[]) with ordinality as of_users (user_id, place)
     ), paid as (
       insert into donations (id, user_id, donator_name, message, address, key_user, key_epoch, key_index,
                              min_lamports, received_lamports, created_at, expires_at, paid_at)
       select w.id, w.user_id, 'Bench', 'Good luck with the next level!', 'planted-' || w.id, u.key_user, 0,
              (select coalesce(max(d.key_index), 0) from donations d where d.key_user = u.key_user) + w.place,
              2000000, 2000000, w.at, w.at + interval '10 min', w.at
       from wanted w join users u on u.id = w.user_id
     ), queued as (
       insert into alerts (id, user_id, donation_id, kind, place, queued_at)
       select gen_random_uuid(), user_id, id, 'payment', at, at from wanted order by place
     ), woken as (
       insert into alert_queues (user_id, wake_at) select distinct user_id, now() from wanted
       on conflict (user_id) do update set wake_at = excluded.wake_at
     )
     select id, user_id as "userId" from wanted order by place`,
    [streamers.map(({ id }) => id)],
  );
  await db.query(`select pg_notify('brava_hint', 'alerts')`);
  return rows;
}

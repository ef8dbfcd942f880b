import type { Streamer } from './desk-journey.ts';
import type { JourneyServer } from './start-journey-server.ts';

/** So many donations of a streamer, the first one the newest: each fifth received, the rest shown by an overlay. */
export async function plantDonations(
  server: JourneyServer,
  { username }: Streamer,
  count: number,
): Promise<void> {
  await server.write(`
    insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
      received_lamports, created_at, expires_at, paid_at, shown_at, settled_how)
    select u.id, 'Donor ' || n, case when n % 10 = 0 then '' else 'Message number ' || n end,
      u.username || n, u.key_user, 0, 1000 + n, 2000000, 100000000 + n,
      now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '10 minutes', now(),
      case when n % 5 > 0 then now() end, case when n % 5 > 0 then 'overlay' end
    from users u, generate_series(1, ${count}) n where u.username = '${username}'`);
}

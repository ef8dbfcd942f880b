import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { Client, Pool } from 'pg';

const insertedAtOnce = 10_000;
const base58 = getBase58Decoder();
let nextIndex = 1_000_000;

/** Donations created evenly over the last `ageMs`, each good for `lifeMs`. */
interface Spread {
  count: number;
  ageMs: number;
  lifeMs: number;
}

/**
 * Writes open donations of the first user straight into the database, with random addresses that nobody pays, and their
 * watches, due within the half minute that a reading lasts.
 */
export async function openDonations(db: Client | Pool, spread: Spread): Promise<void> {
  await insert(db, spread, { isOpen: true, dueWithinSeconds: 30 });
  await db.query(`select pg_notify('brava_hint', 'watch')`);
}

/** Writes expired ones in the same way: due within the minute that a reading of what is closed lasts. */
export async function closedDonations(db: Client | Pool, spread: Spread): Promise<void> {
  await insert(db, spread, { isOpen: false, dueWithinSeconds: 60 });
}

async function insert(
  db: Client | Pool,
  { count, ageMs, lifeMs }: Spread,
  { isOpen, dueWithinSeconds }: { isOpen: boolean; dueWithinSeconds: number },
): Promise<void> {
  for (let start = 0; start < count; start += insertedAtOnce) {
    const size = Math.min(insertedAtOnce, count - start);
    const addresses = Array.from({ length: size }, () => base58.decode(randomBytes(32)));
    await db.query(
      `with created as (
         insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index,
                                min_lamports, created_at, expires_at, expired_at)
         select u.id, 'Bench', '', a.address, u.key_user, u.key_epoch, $2 + a.place, 2000000, t.at,
                t.at + $4 * interval '1 ms', case when $6 then null else now() end
         from (select * from users limit 1) u, unnest($1::text[]) with ordinality a(address, place),
              lateral (select now() - ($3 * (a.place - 0.5) / $5) * interval '1 ms' as at) t
         returning id, address)
       insert into watches (donation_id, address, is_open, next_read_at)
       select id, address, $6, now() + random() * $7 * interval '1 second' from created`,
      [addresses, nextIndex, ageMs, lifeMs, size, isOpen, dueWithinSeconds],
    );
    nextIndex += size;
  }
}

import { type CompiledQuery, sql } from 'kysely';
import type { Donation } from '#server/domain/donation.ts';
import type { Trx } from '#server/postgres/connection/database.ts';

/**
 * Writes a post for every place of the streamer's that this donation is for, as a statement that goes with those that
 * store its alert; nothing for what is kept off the stream. Repeating writes nothing. Who runs it hints at 'posts'.
 *
 * A hidden amount reaches no minimum, for the post would tell that it did, and neither does a token: minimums are in SOL.
 */
export function postsOf(trx: Trx, donation: Donation): CompiledQuery[] {
  const { id, userId, token, hidesAmount } = donation;
  if (donation.blockedAt !== null) return [];
  const judgedLamports = token === null && !hidesAmount ? donation.receivedLamports : 0n;
  return [
    sql`insert into posts (place_id, donation_id, created_at, next_at)
      select id, ${id}, now(), now() from post_places
      where user_id = ${userId} and is_on and sealed_key is not null
        and coalesce(minimum_lamports, 0) <= ${judgedLamports}
      on conflict do nothing`.compile(trx),
  ];
}

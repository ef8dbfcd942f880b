import { sql } from 'kysely';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** An address of ours and whose it is. */
export interface OwnedByStreamer {
  username: string;
  path: KeyPath;
  /** Where it is paid to, if its donation is one in a token. */
  tokenAccount: string | null;
  /** The streamer's own wallet. */
  wallet: KeyPath;
  walletAddress: string;
  /** Whether a withdrawal from it is under way. */
  isWithdrawing: boolean;
}

/** Finds a donation's address or a streamer's wallet; null when it is neither. */
export async function findOwnedAddress(db: Database, address: string): Promise<OwnedByStreamer | null> {
  const donation = await db
    .selectFrom('donations')
    .select(['user_id', 'key_user', 'key_epoch', 'key_index', 'token_account'])
    .where('address', '=', address)
    .executeTakeFirst();
  const isWithdrawing = sql<boolean>`exists (select from withdrawals w where w.user_id = users.id and w.ended_at is null)`;
  let query = db
    .selectFrom('users')
    .select(['username', 'key_user', 'key_epoch', 'wallet_address', isWithdrawing.as('is_withdrawing')]);
  query =
    donation === undefined
      ? query.where('wallet_address', '=', address)
      : query.where('id', '=', donation.user_id);
  const user = await query.executeTakeFirst();
  if (user === undefined) return null;
  const wallet = { user: user.key_user, epoch: user.key_epoch, index: 0 };
  const path =
    donation === undefined
      ? wallet
      : { user: donation.key_user, epoch: donation.key_epoch, index: donation.key_index };
  const tokenAccount = donation?.token_account ?? null;
  const { username, wallet_address: walletAddress } = user;
  return { username, path, tokenAccount, wallet, walletAddress, isWithdrawing: user.is_withdrawing };
}

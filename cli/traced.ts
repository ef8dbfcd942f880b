import type { Streamer } from '#server/app/account-ports.ts';
import type { PastAlert } from '#server/app/donations/donation-history.ts';
import type { SignatureState } from '#server/app/chain-ports.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { TracedTransfer } from '#server/postgres/money/traced-money.ts';
import type { TokenAccount } from '#server/solana/token-accounts.ts';
import type { Judgement } from './judge-address.ts';

/** A transaction that moved an account: by `amount`, signed, in which the fee is that the account paid. */
export interface Movement extends Entry {
  amount: bigint;
  feeLamports: bigint;
}

/** What the chain says of an account now. */
export interface AccountOnChain {
  /** What lies there for good. */
  amount: bigint;
  /** What the books do not have, at `confirmed`. */
  lacking: readonly Movement[];
  /** Whether that and the books add up to what lies there. */
  isExplained: boolean;
  /** Where the transactions of the books stand. */
  states: ReadonlyMap<string, SignatureState>;
  judgement: Judgement;
}

/** An account of a donation: its address, or what it is paid to in a token. */
export interface TracedAccount {
  address: string;
  say: (amount: bigint) => string;
  /** By the books. */
  movements: readonly Movement[];
  /** Signed to pass it on, whatever became of them. */
  transfers: readonly TracedTransfer[];
  /** Null where it was not asked for or told nothing. */
  chain: AccountOnChain | null;
}

/**
 * What the books lack of one of these accounts: a transfer of theirs that is on its way they only hold for not final yet.
 * That of tokens may bring SOL back to the address.
 */
export function lackedBy({ chain }: TracedAccount, accounts: readonly TracedAccount[]): Movement[] {
  const transfers = accounts.flatMap((account) => account.transfers);
  const live = new Set(transfers.filter(({ state }) => state === 'live').map(({ signature }) => signature));
  return (chain?.lacking ?? []).filter(({ signature }) => !live.has(signature));
}

/** All that is known of a donation's money. */
export interface Traced {
  donation: Donation;
  streamer: Pick<Streamer, 'username' | 'donationCode' | 'walletAddress' | 'payoutAddress'>;
  alerts: readonly PastAlert[];
  /** Its address first. */
  accounts: readonly TracedAccount[];
  /** Tokens that lie at its address and are no payment of it. */
  strays: readonly TokenAccount[];
  /** Why nothing is known of the chain; null where it answered. */
  silence: string | null;
}

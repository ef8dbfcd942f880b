import type { Token } from '#contract/tokens.ts';
import type { TokenEntry } from '#server/domain/token-side.ts';
import type { History, HistoryReading, KnownHistory } from './chain-ports.ts';
import type { LedgerChain } from '#server/app/money/ledger-check.ts';
import type { Failures } from './next-try.ts';
import type { OwnedAddress, SweepJobs } from './sweep-ports.ts';
import type { DroppedEntry, UnfinalizedPart } from './watch-ports.ts';

/** A token that the operator allows. */
export interface AllowedToken extends Token {
  /** No streamer's minimum may be below. */
  minimumUnits: bigint;
}

/** What came of a token. */
export interface ReceivedToken extends Token {
  units: bigint;
}

/** Whether and from what amount on a streamer takes a token. */
export interface TokenChoice {
  mint: string;
  isOn: boolean;
  minimumUnits: bigint;
}

/** A choice that is to be stored. */
export type TokenChange = Pick<TokenChoice, 'isOn'> & Partial<Pick<TokenChoice, 'minimumUnits'>>;

/** What token accounts hold, at one slot. An account that is not there holds 0. */
export interface TokenReading {
  slot: bigint;
  unitsByAccount: ReadonlyMap<string, bigint>;
}

/** The same, by one node, with the time of that slot's block or the nearest before it. */
interface TimedTokenReading extends TokenReading {
  blockTime: Date;
}

/** A signed transfer of all that a donation's token account holds, which closes it, or of a part. */
export interface SignedTokenSweep {
  signature: string;
  raw: Uint8Array;
  mint: string;
  account: string;
  /** The streamer's wallet. The tokens are in its associated account. */
  destination: string;
  units: bigint;
  feeLamports: bigint;
  feePayer: string;
  lastValidBlockHeight: bigint;
  /** When it was stored. */
  signedAt?: Date;
}

/** Why nothing was signed. `account_missing`: a part opens no account, for only closing one brings its rent back. */
export interface TokenSweepRefusal {
  refused:
    | 'books_differ'
    | 'would_fail'
    | 'fee_payer_empty'
    | 'account_frozen'
    | 'account_not_theirs'
    | 'account_missing';
  chainUnits: bigint;
}

/** What is to be moved, and where. */
interface TokenSweepRequest {
  /** The donation's address, which owns the token account. */
  from: OwnedAddress;
  token: Token;
  account: string;
  /** The streamer's wallet or their payout address. */
  destination: string;
  /** What the books say is there, of a part what is final there; nothing is signed when the chain says otherwise. */
  units: bigint;
  /** More has come, and stays. */
  isPart?: boolean;
  /** Transfers that the fee payer may have to pay for at the same time, besides this one. */
  others: number;
  /** How many transfers of it came to nothing because the chain did not take them in time: the next one offers more. */
  expired: number;
}

/** Where a signed transfer stands. `isSeen`: it is in a block that is not final. */
type TokenSweepOutcome =
  | { state: 'unknown'; isSeen?: true }
  | { state: 'landed'; entry: TokenEntry }
  | { state: 'expired' };

/** What makes reading the history of a token account differ from the usual. */
export type TokenHistoryReading = Pick<HistoryReading, 'notBefore' | 'canWait' | 'expectsNews'>;

/** Tokens on the chain. Every method throws `Transient` when no node gave a usable answer. */
export interface TokenChain extends LedgerChain {
  /** The account that pays for transfers of tokens. */
  feePayer: string;
  /** The associated token account of a wallet. */
  accountOf(owner: string, mint: string): Promise<string>;
  /** What at most 100 accounts hold at `confirmed`. */
  readUnits(accounts: readonly string[]): Promise<TokenReading>;
  /** The same by each of two nodes, however far it has come; empty where only one is configured. */
  crossReadUnits(accounts: readonly string[]): Promise<TimedTokenReading[]>;
  /** What they hold for good, by one node. */
  finalizedUnits(accounts: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Transactions of an account at `confirmed` that are not among the known ones: the rules of `ChainReader`. */
  readEntries(
    account: string,
    known: KnownHistory,
    reading?: TokenHistoryReading,
  ): Promise<History<TokenEntry>>;
  /** What final transactions did to an account: as of `ChainReader`. */
  crossReadEntries(account: string, signatures: readonly string[]): Promise<(TokenEntry | null)[][]>;
  /** Signs a transfer of all that the account holds, or of a part. Sends nothing. */
  sign(request: TokenSweepRequest): Promise<SignedTokenSweep | TokenSweepRefusal>;
  /** As of sweeps in SOL. */
  send(raw: Uint8Array): Promise<void>;
  sendAgain(raw: Uint8Array): Promise<void>;
  /**
   * `landed` only when finalized; `expired` only when one node's finalized height is past it, its blockhash is no longer
   * valid there and that node knows it nowhere. One node is asked; of one that is overdue two are.
   */
  outcome(
    sweep: Pick<SignedTokenSweep, 'signature' | 'raw' | 'lastValidBlockHeight'>,
    account: string,
    isOverdue?: boolean,
  ): Promise<TokenSweepOutcome>;
  /** How much of a token a final transaction brought to wallets. */
  arrivedUnits(signature: string, mint: string, owners: readonly string[]): Promise<bigint>;
  /** What the fee payer holds, at `confirmed`, and below what it is almost empty. */
  feePayerFunds(): Promise<{ lamports: bigint; lowLamports: bigint }>;
  /** What a wallet holds of tokens in its associated accounts, at `confirmed`, in their order. */
  walletUnits(owner: string, mints: readonly string[]): Promise<bigint[]>;
}

/** A token account that is due to be read. */
export interface TokenWatch {
  donationId: string;
  account: string;
  /** What our books say it holds at `confirmed`. */
  knownUnits: bigint;
  expiresAt: Date;
  isOpen: boolean;
  /** A change of it could not be recorded yet. */
  isFailing: boolean;
}

/** Accounts that one worker reads now. Nobody else gets them before `until`; then they are due again. */
export interface ClaimedTokenWatches {
  watches: TokenWatch[];
  until: Date;
}

/** Which token accounts are read when. */
export interface TokenWatchStore {
  /** Claims accounts that are due, open ones first, for as long as a reading may take. */
  claimDue(limit: number): Promise<ClaimedTokenWatches>;
  /** Makes the account of a donation due to be read at once, or by then. */
  lookNow(donationId: string, dueAt?: Date): Promise<void>;
  /**
   * Puts those of a claim off by their age: they have been read, and what changed is recorded. What was claimed anew or made
   * due since stays as it is.
   */
  markRead(donationIds: readonly string[], until: Date): Promise<void>;
  /** Makes accounts due that would wait longer than any does: after a clock was set back. */
  wakeOverslept(): Promise<void>;
  /** Keeps in mind since when a change of each could not be recorded. They are due again when the claim ends. */
  noteFailedLooks(donationIds: readonly string[]): Promise<void>;
  /** Entries that are not final yet, oldest first. */
  listUnfinalized(
    limit: number,
    part: UnfinalizedPart,
  ): Promise<{ donationId: string; signature: string; slot: bigint }[]>;
  /** As of `WatchStore`. */
  listDropped(limit: number): Promise<DroppedEntry[]>;
}

/** A claimed sweep of tokens. */
export interface TokenSweepJob extends Failures {
  donationId: string;
  fence: bigint;
  /** In a row, up to now. */
  refusals: number;
  /** The signed transfer that is on its way, if any. */
  live: SignedTokenSweep | null;
  /** How many transfers of the donation expired. */
  expired: number;
}

/** Sweeps of tokens as rows. */
export interface TokenSweepStore extends SweepJobs<TokenSweepJob> {
  /** Transfers of tokens that are on their way. */
  countLive(): Promise<number>;
  /**
   * Stores the signed bytes before they are sent. False when the fence is old or the owner's destination is another one
   * by now.
   */
  storeSigned(job: TokenSweepJob, sweep: SignedTokenSweep): Promise<boolean>;
}

/** Tokens in the books. */
export interface TokenStore {
  /** Makes what is stored of tokens the operator's list: those that are not on it are allowed no longer. */
  keep(allowed: readonly AllowedToken[]): Promise<void>;
  /** All that were ever allowed. */
  listKnown(): Promise<Token[]>;
  listChoices(userId: string): Promise<TokenChoice[]>;
  /**
   * Stores a choice and tells every process that the streamer's pages have changed. Without a minimum the one that is
   * stored stays, also where another choice stores it at this moment, or becomes the operator's where that is higher.
   */
  choose(userId: string, token: AllowedToken, choice: TokenChange): Promise<TokenChoice>;
  /** What paid donations of a streamer brought of each token. */
  totals(userId: string): Promise<(ReceivedToken & { donations: number })[]>;
  /** Stores what the fee payer holds now. What waits for it alone is due once it has enough. */
  noteFeePayer(funds: { address: string; lamports: bigint; lowLamports: bigint }): Promise<void>;
  /** What waits to be passed on, by token. */
  unswept(): Promise<(ReceivedToken & { addresses: number })[]>;
}

/** Tokens beside SOL. */
export interface TokenPorts {
  /** What the operator allows now, in their order. */
  allowed: readonly AllowedToken[];
  chain: TokenChain;
  store: TokenStore;
  watches: TokenWatchStore;
  sweeps: TokenSweepStore;
  /** The sandbox's token; null off the sandbox. */
  faucet: TokenFaucet | null;
}

/** Gives the sandbox's token to a wallet. */
export interface TokenFaucet {
  mint: string;
  pay(owner: string, units: bigint): Promise<string>;
}

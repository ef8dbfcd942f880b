import type { UnsentReason } from '#contract/wallet.ts';
import type { ChainEntry } from '#server/domain/donation.ts';
import type { WithdrawalFacts, WithdrawalRefusal, WithdrawalSums } from '#server/domain/withdrawal.ts';
import type { Pause } from './next-try.ts';
import type { OwnedAddress } from './sweep-ports.ts';

/** A withdrawal as it was confirmed. Lamports. */
export interface NewWithdrawal {
  id: string;
  userId: string;
  /** New keys stood under it then. After a restore it is another: nobody knows what was paid in between. */
  keyEpoch: number;
  destination: string;
  isAll: boolean;
  /** What arrives; with `isAll` what it was when it was confirmed. */
  lamports: bigint;
  feeLamports: bigint;
  /** Micro-lamports for a compute unit. */
  unitPrice: bigint;
  /** What the wallet held. */
  balanceLamports: bigint;
}

/** A withdrawal and what became of it. */
export interface StoredWithdrawal extends NewWithdrawal, WithdrawalFacts {
  createdAt: Date;
  /** Of the transfer that is live or has landed; what it moves in `lamports` then is what it says. */
  signature: string | null;
}

/** A signed transfer of a withdrawal. */
export interface SignedWithdrawal {
  signature: string;
  raw: Uint8Array;
  lamports: bigint;
  feeLamports: bigint;
  lastValidBlockHeight: bigint;
  /** Nothing of it can stand in an older slot. */
  signedSlot: bigint;
}

/** A claimed withdrawal. The fence keeps a worker that lost its lease from writing. */
export interface WithdrawalJob {
  withdrawal: StoredWithdrawal;
  fence: bigint;
  /** In a row, up to now. */
  refusals: number;
  /** The transfer that may still land, if any. */
  live: SignedWithdrawal | null;
}

/** Withdrawals as rows. */
export interface WithdrawalStore {
  /**
   * Stores what was confirmed, audited. The same id again is answered with what is stored; that of somebody else's, and
   * another one while one is open, with `Problem('withdrawal_under_way')`.
   */
  create(order: NewWithdrawal): Promise<StoredWithdrawal>;
  find(userId: string, id: string): Promise<StoredWithdrawal | null>;
  /** The open one, or the newest that ended after that time. */
  findLatest(userId: string, endedAfter: Date): Promise<StoredWithdrawal | null>;
  /** Claims one that is open and due for a while, or null. */
  claim(leaseMs: number): Promise<WithdrawalJob | null>;
  keep(jobs: readonly WithdrawalJob[], leaseMs: number): Promise<void>;
  nextDueAt(): Promise<Date | null>;
  /** Frees and makes due what would wait longer than any does: after the clock of the database was set back. */
  wakeOverslept(): Promise<void>;
  /**
   * Stores the signed bytes before they are sent. False when the fence is old, it is no longer open, a transfer of it may
   * still land, or its wallet pays for a donation's transfer that is on its way: then nothing may be sent.
   */
  storeSigned(job: WithdrawalJob, signed: SignedWithdrawal): Promise<boolean>;
  /** A node has seen the transfer in a block. */
  noteSeen(job: WithdrawalJob): Promise<void>;
  /** The transfer can never land any more: free to sign anew. */
  markExpired(job: WithdrawalJob, signature: string): Promise<void>;
  /** The transfer is final: the withdrawal is paid, or has failed. */
  markLanded(job: WithdrawalJob, signature: string, entry: ChainEntry): Promise<void>;
  /** Ends it unpaid, audited. Changes nothing while a transfer of it may land. */
  giveUp(job: WithdrawalJob, why: UnsentReason): Promise<void>;
  /** Gives it back, to be tried again then. */
  release(job: WithdrawalJob, next: Pause): Promise<void>;
}

/** A withdrawal to be reckoned with. Lamports. */
export interface WithdrawalRequest {
  from: OwnedAddress;
  destination: string;
  /** What is to arrive; null: everything. */
  lamports: bigint | null;
  /** Micro-lamports for a compute unit; null: what the network takes at the moment. */
  unitPrice: bigint | null;
}

/** Where a signed withdrawal stands. `isSeen`: it is in a block that is not final. */
export type WithdrawalOutcome =
  | { state: 'unknown'; isSeen: boolean }
  | { state: 'landed'; entry: ChainEntry }
  | { state: 'expired' };

/** A final transaction of an address, as the list of its history tells it. */
export interface ListedTransaction {
  signature: string;
  slot: bigint;
  /** Null when the node does not know it. */
  blockTime: Date | null;
  succeeded: boolean;
}

/** What a final transaction did to an address, and every account that it names. */
interface ReadTransaction extends ChainEntry {
  accounts: string[];
}

/** A wallet on the chain. Throws `Transient` when no node gave a usable answer. */
export interface WalletChain {
  /**
   * Lamports at `confirmed`, a few seconds old at most: those who look at the same moment share a reading, and all that
   * is looked at is read together.
   */
  balance(address: string): Promise<bigint>;
  quote(
    request: WithdrawalRequest,
  ): Promise<(WithdrawalSums & { unitPrice: bigint; balance: bigint }) | { refused: WithdrawalRefusal }>;
  /** Signs it, and has a node try it. Sends nothing. */
  sign(
    request: WithdrawalRequest,
  ): Promise<
    | { signed: SignedWithdrawal; sums: WithdrawalSums; balance: bigint }
    | { refused: WithdrawalRefusal | 'would_fail' }
  >;
  /** As of sweeps. */
  send(raw: Uint8Array): Promise<void>;
  sendAgain(raw: Uint8Array): Promise<void>;
  /**
   * `landed` only when finalized, `expired` only when it can never land; either only when two nodes say so, where two are
   * configured. With `isOneEnough` one is believed that it landed, unless the other one says that it never can.
   */
  outcome(signed: SignedWithdrawal, address: string, isOneEnough: boolean): Promise<WithdrawalOutcome>;
  /** Final transactions, newest first, older than `before` and newer than `until`. */
  listFinal(
    address: string,
    range: { before: string | null; until: string | null; limit: number },
  ): Promise<ListedTransaction[]>;
  readFinal(address: string, signature: string): Promise<ReadTransaction>;
}

/** An entry of the wallet's history as it is stored. */
export interface NewWalletEntry {
  signature: string;
  slot: bigint;
  blockTime: Date;
  lamports: bigint;
  feeLamports: bigint;
  succeeded: boolean;
  donationId: string | null;
}

/** The same with what the books know of it. */
export interface StoredWalletEntry extends NewWalletEntry {
  donatorName: string | null;
  /** Where it went, when it was a withdrawal. */
  withdrawnTo: string | null;
}

/** A part of a wallet's history that is to be read: older than `before` (null: from now), newer than `until`. */
export interface HistoryRange {
  before: string | null;
  until: string | null;
}

/** Where a transaction stands in a history. */
export type ListedPlace = Pick<ListedTransaction, 'signature' | 'slot'>;

/** What was read of a range: whether more of it is left, and which transactions it told of. */
export interface HistoryPage extends HistoryRange {
  entries: readonly NewWalletEntry[];
  /** The newest that the node listed; null when it listed none. */
  newest: ListedPlace | null;
  /** The oldest, when more may lie between it and `until`. */
  goesOnBefore: ListedPlace | null;
}

/** The history of wallets, read once from the chain and kept. */
export interface WalletHistoryStore {
  /**
   * Lets one reader at a time begin, with what is newer than all that is known; `head` null when that was asked less
   * than `freshMs` ago. Null while another one reads.
   */
  claim(
    userId: string,
    times: { leaseMs: number; freshMs: number },
  ): Promise<{ head: HistoryRange | null } | null>;
  /** What is left to read below that: the newest gap; null when there is none. */
  nextGap(userId: string): Promise<HistoryRange | null>;
  /** Stores a page and what is left of its range, in one transaction. */
  store(userId: string, page: HistoryPage): Promise<void>;
  release(userId: string): Promise<void>;
  /** Those of these that are stored. */
  listKnown(userId: string, signatures: readonly string[]): Promise<ReadonlySet<string>>;
  /** What the books know of these: landed transfers of the streamer's own donations and withdrawals. */
  listOwn(
    userId: string,
    signatures: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<NewWalletEntry, 'lamports' | 'feeLamports' | 'donationId'>>>;
  /** The streamer's donation that one of these addresses belongs to. */
  findDonation(userId: string, addresses: readonly string[]): Promise<string | null>;
  /** Entries that moved something, newest first, older than that one. */
  list(userId: string, page: { before: ListedPlace | null; limit: number }): Promise<StoredWalletEntry[]>;
}

/** Everything about the streamers' generated wallets. */
export interface WalletPorts {
  chain: WalletChain;
  withdrawals: WithdrawalStore;
  history: WalletHistoryStore;
  /**
   * Lamports on the addresses of a streamer's donations that are paid, or whose time is over, less what is too small to be
   * moved.
   */
  onItsWay(userId: string): Promise<bigint>;
}

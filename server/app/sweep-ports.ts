import type { ChainEntry, KeyPath } from '#server/domain/donation.ts';
import type { Failures, NextTry } from './next-try.ts';

/** A signed transfer of everything on an address, or of a part. */
export interface SignedSweep {
  signature: string;
  raw: Uint8Array;
  destination: string;
  lamports: bigint;
  feeLamports: bigint;
  /** Who pays the fee: the address itself, or the streamer's wallet for what cannot pay for itself. */
  feePayer: string;
  lastValidBlockHeight: bigint;
  /** When it was stored. */
  signedAt?: Date;
}

/**
 * Why nothing was signed: the books differ from the chain, neither the address nor its owner can pay the fee, or the
 * chain would refuse the transfer and still take the fee.
 */
export type SweepRefusal = { refused: 'books_differ' | 'too_small' | 'would_fail'; chainLamports: bigint };

/** Where a signed sweep stands. `isSeen`: it is in a block that is not final. */
export type SweepOutcome =
  | { state: 'unknown'; isSeen?: true }
  | { state: 'landed'; entry: ChainEntry }
  | { state: 'expired' };

/** An address of ours and the key that it stands under. */
export interface OwnedAddress {
  path: KeyPath;
  address: string;
}

/** What is to be moved, and where. */
interface SweepRequest {
  from: OwnedAddress;
  /** The streamer's generated wallet. It pays the fee for a remainder that cannot pay for itself, when it can. */
  owner: OwnedAddress;
  /** The owner's wallet or their payout address. */
  destination: string;
  /** What the books say is on `from`, of a part what is final there; nothing is signed when the chain says otherwise. */
  lamports: bigint;
  /** More has come: as much stays as may stand there and pay for its own transfer. Else nothing does. */
  isPart?: boolean;
  /** How many transfers of it came to nothing because the chain did not take them in time: the next one offers more. */
  expired: number;
}

/** Moving money on the chain. Throws `Transient` like `ChainReader`. */
export interface SweepChain {
  /** Signs a transfer of all that is on the address, which then ends at exactly 0, or of a part. Sends nothing. */
  sign(request: SweepRequest): Promise<SignedSweep | SweepRefusal>;
  /** Sends these bytes to one node. Repeating it is harmless. */
  send(raw: Uint8Array): Promise<void>;
  /** Sends them to every node, because one may have taken them and lost them. */
  sendAgain(raw: Uint8Array): Promise<void>;
  /**
   * `landed` only when finalized; `expired` only when one node's finalized height is past it, its blockhash is no longer
   * valid there and that node knows it nowhere. One node is asked; of one that is overdue two are.
   */
  outcome(
    sweep: Pick<SignedSweep, 'signature' | 'raw' | 'lastValidBlockHeight'>,
    address: string,
    isOverdue?: boolean,
  ): Promise<SweepOutcome>;
  /** How much a final transaction brought to addresses, the fees that they paid for it aside. */
  arrivedLamports(signature: string, addresses: readonly string[]): Promise<bigint>;
}

/** A claimed sweep. The fence keeps a worker that lost its lease from writing. */
export interface SweepJob extends Failures {
  donationId: string;
  fence: bigint;
  /** In a row, up to now. */
  refusals: number;
  /** The signed transfer that is on its way, if any. */
  live: SignedSweep | null;
  /** How many transfers of the donation expired. */
  expired: number;
}

/** Jobs of passing something on, as rows, with the transfers that they signed. */
export interface SweepJobs<Job> {
  /** Claims so many jobs at most for a while, of those that are due the ones that were due first. */
  claim(leaseMs: number, most: number): Promise<Job[]>;
  /** Keeps jobs that are still held for another while, from now on. */
  keep(jobs: readonly Job[], leaseMs: number): Promise<void>;
  /** When the next job is due; null when there is none. */
  nextDueAt(): Promise<Date | null>;
  /** Frees and makes due what would wait longer than any does: after the clock of the database was set back. */
  wakeOverslept(): Promise<void>;
  /** Gives the job back, to be tried again then. */
  release(job: Job, next: NextTry): Promise<void>;
  /** Nothing is left to move: removes the job. */
  finish(job: Job): Promise<void>;
  /** The transfer can never land any more: free to sign anew. Nothing where the books hold it for final by now. */
  markExpired(job: Job, signature: string): Promise<void>;
  /** Ends the live transfer; the entry and the facts follow by `DonationStore.change`. */
  markLanded(job: Job, signature: string, succeeded: boolean): Promise<void>;
  /** Whether these books signed the transfer. */
  isOwn(donationId: string, signature: string): Promise<boolean>;
}

/** Sweeps of SOL as rows. */
export interface SweepStore extends SweepJobs<SweepJob> {
  /**
   * Stores the signed bytes before they are sent. False when the fence is old, the owner's destination is another one
   * by now, or the wallet that would pay the fee pays for another transfer that is on its way: then nothing may be sent.
   */
  storeSigned(job: SweepJob, sweep: SignedSweep): Promise<boolean>;
}

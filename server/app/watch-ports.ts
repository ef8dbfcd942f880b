import type { SeenSignature } from './chain-ports.ts';

/** A change that could not be recorded for so long is trouble, and keeps nobody any more from comparing books and chain. */
export const longFailingLookMs = 600_000;

/**
 * A second node that is away for good must not keep donations open for ever: so long past its time one node is
 * believed. Nothing is lost by that: money that comes to light later is late or punctual by its block alone.
 */
export const oneNodeIsEnoughAfterMs = 15 * 60_000;

/**
 * New addresses, and those whose time is over, are read at the full five seconds of the clock: so those of one such
 * span share a call, however many come and go. The first look comes within the first span, and the next one after
 * another: by then an address is listened to, and what came before is found.
 */
export const spanMs = 5000;

/** The end of the span that a time lies in. */
export function endOfSpan(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / spanMs) * spanMs);
}

/** An address that is due to be read. */
export interface Watch {
  donationId: string;
  address: string;
  /** What our books say is on it at `confirmed`. */
  knownLamports: bigint;
  expiresAt: Date;
  isOpen: boolean;
  /** Whether it is for this process to listen to it. */
  isOwn: boolean;
  /** A change that somebody told of and that could not be recorded yet: of that slot or later, and when to look again. */
  look: { slot: bigint; dueAt: Date } | null;
}

/** Addresses that one worker reads now. Nobody else gets them before `until`; then they are due again. */
export interface ClaimedWatches {
  watches: Watch[];
  until: Date;
}

/** Closed addresses that are read with one call, but for those that are due by themselves. */
export interface ReadingGroup {
  id: bigint;
  /** Since when it was to be read, before it was claimed. */
  dueAt: Date;
  watches: Pick<Watch, 'donationId' | 'address' | 'knownLamports'>[];
}

/** Groups that one worker reads now. Nobody else gets them before `until`; then they are due again. */
export interface ClaimedGroups {
  groups: ReadingGroup[];
  until: Date;
}

/** Groups of closed addresses, each read as often as the youngest of them is to be; shared by all processes. */
export interface ReadingGroupStore {
  /** Makes groups of closed addresses that have none, as far as they are full. Returns whether there may be more. */
  gather(): Promise<boolean>;
  /** Claims up to `limit` groups that are due, for as long as a reading may take. */
  claimDue(limit: number): Promise<ClaimedGroups>;
  /** Puts claimed groups off by their age. */
  markRead(groups: readonly ReadingGroup[], until: Date): Promise<void>;
  /** Makes claimed groups due as they were before: they could not be read. */
  giveBack(groups: readonly ReadingGroup[], until: Date): Promise<void>;
  /** When the next group is due; null when there is none. */
  nextDueAt(): Promise<Date | null>;
  /** Makes groups due that would wait longer than any does: a clock was set back. */
  wakeOverslept(): Promise<void>;
}

/** Which entries are meant: those after one, and those up to a slot; null: no such bound. */
export interface UnfinalizedPart {
  after: { slot: bigint; signature: string; donationId: string } | null;
  upTo: bigint | null;
}

/** What the books hold for rolled back. */
export interface DroppedEntry extends SeenSignature {
  donationId: string;
}

/** Which addresses are read when, shared by all processes. */
export interface WatchStore {
  /** Tells of addresses that this process has just made and owns. Returns how to stop listening. */
  onNew(listener: (watches: readonly Watch[], firstReadAt: Date) => void): () => void;
  /**
   * Claims up to `limit` addresses that are due, open ones first, for as long as a reading may take: whoever dies
   * with them keeps them no longer.
   */
  claimDue(limit: number): Promise<ClaimedWatches>;
  /**
   * Puts claimed addresses off by their age, and open ones by what their process hears, whoever read them. What became
   * due meanwhile stays due, and what has a group is read with that. `kept` are those of them that this process reads by
   * itself from now on: nobody else gets them before their time is over, or they are left to everybody.
   */
  markRead(donationIds: readonly string[], until: Date, kept?: readonly string[]): Promise<void>;
  /** Makes addresses due by then that were read in another way: by their process alone, or with their group. */
  leave(donationIds: readonly string[], dueAt: Date): Promise<void>;
  /** Makes claimed addresses due at once: they could not be read. */
  giveBack(donationIds: readonly string[], until: Date): Promise<void>;
  /**
   * Keeps in mind that an address changed by that slot and that the change could not be recorded. It is looked at
   * again after a third of the time that it has been so, 2 s at least and 5 min at most; never given up.
   */
  putOffLook(donationId: string, slot: bigint): Promise<void>;
  /** A look succeeded: changes up to that slot are recorded. */
  endLook(donationId: string, slot: bigint): Promise<void>;
  /** Makes every look that was put off due now: whatever was in its way may be gone. */
  makeLooksDue(): Promise<void>;
  /** Says whether this process hears of changes of its open addresses. Until it first does, it does not. */
  noteHearing(hearsChain: boolean): Promise<void>;
  /** Makes every open address of this process due now: after a subscription was away. */
  makeOpenDue(): Promise<void>;
  /**
   * Makes addresses, and looks, due that would wait longer than any does: after a clock was set back, or because this process
   * does not read what it owns. `kept` is what it does read by itself.
   */
  wakeOverslept(kept: readonly string[]): Promise<void>;
  /** When the next address is due; null when there is none. */
  nextDueAt(): Promise<Date | null>;
  /** Takes open addresses that no living process watches; returns them. They are due once this process listens to them. */
  adopt(limit: number): Promise<Watch[]>;
  /** Gives the open addresses of this process to whoever adopts them: it listens no more. */
  handOver(): Promise<void>;
  /** Entries that are not final yet, oldest first. `isOwn`: a transfer that these books signed. */
  listUnfinalized(
    limit: number,
    part: UnfinalizedPart,
  ): Promise<
    {
      donationId: string;
      address: string;
      signature: string;
      slot: bigint;
      blockTime: Date;
      isOwn: boolean;
    }[]
  >;
  /** Entries that the books hold for rolled back since a week at most, the newest of them first. */
  listDropped(limit: number): Promise<DroppedEntry[]>;
}

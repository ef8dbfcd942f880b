/** One count: a key that tells neither address nor name, and the end of its window in milliseconds. */
export interface CountKey {
  key: string;
  endsAt: number;
}

/** Counts that all processes share. Throws when the database is away; then some may have been counted. */
export interface LimitCounts {
  /**
   * Adds one to each count in turn, and stops behind the first one that goes over its `max`: who is refused
   * for the first reason is not counted against the next. Gives back the counts that were reached, in the same order.
   */
  addInTurn(counts: readonly (CountKey & { max: number })[]): Promise<number[]>;
  /** Adds what this process has counted, and gives back what all have together, in the same order. Any number of them. */
  exchange(counts: readonly (CountKey & { count: number })[]): Promise<number[]>;
  /** Keeps a key until then, or longer. */
  remember(kept: CountKey): Promise<void>;
  isRemembered(key: string): Promise<boolean>;
  /** Deletes the counts and keys whose time has ended a while ago. */
  forgetPast(): Promise<void>;
}

import type { CapacitySignal } from '#contract/admin.ts';

/** A number for each signal: what was measured last, or from where on it is too much. Times in milliseconds. */
export type CapacityLevels = Record<CapacitySignal, number>;

/** What this server can take at the moment. */
export interface CapacityState {
  /** Why new donations are refused; empty: they are not. */
  reasons: CapacitySignal[];
  levels: CapacityLevels;
  limits: CapacityLevels;
}

/**
 * Whether another donation may begin here. Only what begins one is asked; what has begun goes on.
 */
export interface Capacity {
  /** Throws `Problem('at_capacity')` while new donations are refused. Asks nothing and waits for nothing. */
  admit(): void;
  /**
   * The same, and counts the work until it has ended, however it ends: so many may be under way at once. Of donations
   * only some are created at a time; the others wait their turn.
   */
  hold<T>(what: 'donation' | 'upload', work: () => Promise<T>): Promise<T>;
  state(): CapacityState;
}

const nothing: CapacityLevels = {
  event_loop: 0,
  database_wait: 0,
  database_queue: 0,
  begun: 0,
  reading_lag: 0,
  open_donations: 0,
};

/** Refuses nobody: where nothing is measured. */
export const boundlessCapacity: Capacity = {
  admit: () => undefined,
  hold: (_, work) => work(),
  state: () => ({ reasons: [], levels: nothing, limits: nothing }),
};

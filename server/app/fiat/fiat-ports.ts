import type { PriceVerdict, ReadPrice } from '#server/domain/fiat/judge-price.ts';

/** The currency beside SOL, and for how long a price is good. */
export interface FiatSettings {
  /** ISO 4217. */
  currency: string;
  /** From one question to the source to the next. */
  everyMs: number;
  /** From this age on a price is shown with its time. */
  staleMs: number;
  /** From this age on it is not shown, and no payment is valued by it. */
  hiddenMs: number;
}

/** What keeps a source from answering with a number. */
type SourceFailure =
  | 'timed_out'
  | 'not_connected'
  | 'status'
  | 'moved'
  | 'too_large'
  | 'unreadable'
  | 'not_a_number';

/** A question without an answer. */
export interface SourceFailed {
  failure: SourceFailure;
}

/** How asking for a price ended. */
export type PriceOutcome = PriceVerdict | SourceFailure;

/** Where prices come from. Another kind of source is another implementation of this. */
export interface PriceSource {
  /** Whom the log names: a host, nothing that a key could stand in. */
  name: string;
  /** Asks for the price of one SOL, in millionths. A failure is told, never thrown. Ends early when `ending` aborts. */
  ask(ending: AbortSignal): Promise<{ priceMicros: bigint } | SourceFailed>;
}

/** Prices that were read. They are rows: every payment is valued by them in its own transaction. */
export interface PriceStore {
  /**
   * Takes the turn to ask if it is due, over all processes; the next is due `everyMs` later. Returns whether it was
   * taken, and when the next is due.
   */
  takeTurn(everyMs: number): Promise<{ isMine: boolean; nextAt: Date }>;
  /** The newest price in a currency; null when there is none. */
  latest(currency: string): Promise<ReadPrice | null>;
  /** Stores a price and tells every process. */
  keep(price: ReadPrice & { currency: string; digits: number; believedMs: number }): Promise<void>;
  /** Thins prices out that are more than two days old, and removes those older than four hundred. */
  thin(): Promise<void>;
}

/** What the composition root hands out for prices. */
export interface FiatPorts {
  prices: PriceStore;
  /** Null: nothing is shown beside SOL. */
  fiat: { settings: FiatSettings; source: PriceSource } | null;
}

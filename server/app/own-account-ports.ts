import type { RetentionDays } from '#contract/own-account-routes.ts';
import type { SessionOf } from './account-ports.ts';

/** What money of an account is still about, by the books. */
export interface MoneyAbout {
  openDonations: number;
  /** Temporary addresses with something on them, and how much that is. */
  addressesOnTheWay: number;
  lamportsOnTheWay: bigint;
}

/** What takes the place of what named a streamer, once the deletion of the account begins. */
export interface BlankAccount {
  username: string;
  donationCode: string;
  widgetCode: string;
  /** Of the name that they had, so that nobody else takes it for a while. */
  nameHashOf: (username: string) => Uint8Array;
}

/**
 * Deleting accounts, as rows.
 *
 * | state | asked | begun | texts removed | finished | the streamer |
 * |---|---|---|---|---|---|
 * | waiting | yes | | | | can sign in, take money out and change their mind; links are closed |
 * | begun | yes | yes | | | is out for good; name, password, tokens, webhooks are gone |
 * | emptied | yes | yes | yes | | as above; donors' texts are gone too |
 * | finished | yes | yes | yes | yes | nothing but the money's books is left |
 */
export interface AccountDeletionStore {
  /**
   * Closes the links at once, ends every other session and has the account deleted at that time, audited. Returns the
   * time that holds: that of the first asking.
   */
  ask(session: SessionOf, dueAt: Date): Promise<Date>;
  /** Takes it back, audited. Nothing happens to an account that stays anyway. */
  keep(userId: string): Promise<void>;
  moneyAbout(userId: string): Promise<MoneyAbout>;
  /** Takes one step of one deletion that is due; false when none is. A step commits as a whole or not at all. */
  step(blank: BlankAccount): Promise<boolean>;
}

/** What holds for a streamer's donors' texts. */
export interface StoredRetention {
  days: RetentionDays | null;
  isChosen: boolean;
}

/** What the operator allows. Null: never, and no maximum. */
export interface RetentionRules {
  defaultDays: number | null;
  maxDays: number | null;
}

/** How long donors' texts stay, and the removing of those that are past it. */
export interface RetentionStore {
  find(userId: string): Promise<StoredRetention>;
  choose(userId: string, days: RetentionDays | null): Promise<void>;
  /** Removes the texts of some donations of one streamer; false when nothing is due anywhere. */
  step(rules: RetentionRules): Promise<boolean>;
}

/** A part of what is stored about an account, in plain values. What is a bigint is an amount in lamports. */
export type DownloadPart =
  | { name: string; one: () => Promise<Record<string, unknown>> }
  | { name: string; rows: AsyncIterable<readonly Record<string, unknown>[]> };

/** Reading all that is stored about an account, however much it is. */
export interface AccountReader {
  /** The parts in their order. Rows come some at a time, each time with a query of its own; nothing is read ahead. */
  parts(userId: string): DownloadPart[];
}

import type { ChainEntry, KeyPath } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { Secret } from './secret.ts';

/** A node that is so many slots, about a minute, behind the newest one that is believed does not know what is now. */
export const mostSlotsBehind = 150n;
/**
 * A slot that was told of is believed to be at most so many, two minutes, ahead of what is known. A node that is further
 * behind calls itself unhealthy; and a slot that the chain does not reach would have every node refuse for ever.
 */
export const mostSlotsAhead = 300n;

/** What the chain told about addresses, at one slot. */
export interface Reading {
  slot: bigint;
  lamportsByAddress: ReadonlyMap<string, bigint>;
}

/** The same, by one node, with the time of that slot's block or the nearest before it. */
interface TimedReading extends Reading {
  blockTime: Date;
}

/** Transactions of an account that are known, and what they add up to: lamports, or units of a token. */
export interface KnownHistory {
  signatures: ReadonlySet<string>;
  sum: bigint;
}

/** Of an account of which nothing is known. */
export const emptyHistory: KnownHistory = { signatures: new Set(), sum: 0n };

/** Transactions of an account beyond the known ones, oldest first. */
export interface History<E extends Entry> {
  entries: E[];
  /** Whether they and the known ones add up to what lies there. Otherwise there is more that no node told of. */
  isExplained: boolean;
}

/**
 * A signature, and the slot in which a node has shown it; null: none has yet. The time of its block is what is believed of
 * that: unlike the slot it was compared with what is possible (`timedWithin`).
 */
export interface SeenSignature {
  signature: string;
  slot: bigint | null;
  blockTime?: Date;
}

/** Where signatures stand by one node, or by several where the first one's history is too short. */
export interface SignatureReading {
  /** The node's finalized slot, asked for before them; 0 where all are known: then nobody needs it. */
  finalizedSlot: bigint;
  states: SignatureState[];
  slots: (bigint | null)[];
  /** Which of those it lacks are said to stand in slots that it was far from long after their time: they never were there. */
  impossible?: ReadonlySet<string>;
}

/**
 * Where a transaction stands by the node that was asked. `missing` is only what that node says; `unknown`: it lacks the
 * transaction, and its history does not go back to the slot in which it was seen.
 */
export type SignatureState = 'processed' | 'confirmed' | 'finalized' | 'missing' | 'unknown';

/** What makes reading a history differ from the usual. */
export interface HistoryReading {
  /** A slot that somebody has told of already: a node that has not come so far does not count. */
  notBefore?: bigint;
  /** Its calls leave a part of each node's budget free for those that cannot wait. */
  canWait?: boolean;
  /** Somebody has told of something new: a node that has nothing new is passed over for one that has. */
  expectsNews?: boolean;
  /** Nothing that a node gave before counts. */
  isAnew?: boolean;
}

/** Reading the chain. Every method throws `Transient` when no node gave a usable answer: no answer is never 'no'. */
export interface ChainReader {
  genesisHash(): Promise<string>;
  /**
   * Balances at `confirmed` of at most 100 addresses, by a node that is far behind only where no other one answers. A call that
   * can wait leaves a part of each node's budget free for those that cannot.
   */
  readBalances(addresses: readonly string[], how?: { canWait: boolean }): Promise<Reading>;
  /**
   * The same by each of two nodes, however far it has come; empty where only one is configured. Throws when no two of several
   * answered.
   */
  crossReadBalances(addresses: readonly string[]): Promise<TimedReading[]>;
  /**
   * Whether money can be sent there like to any wallet: a well-formed, on-curve address that is no program, no account
   * of a program and none of the chain's own.
   */
  isWallet(address: string): Promise<boolean>;
  /** Block time of a slot, or of the nearest one before it that has a block. */
  blockTime(slot: bigint): Promise<Date>;
  /**
   * Transactions of an address at `confirmed` that are not among the known ones. A node whose history does not explain
   * what lies there is passed over for one whose history does.
   * What is known may still be on its way while the node is asked; if it fails, so does this.
   */
  readEntries(
    address: string,
    known: KnownHistory | Promise<KnownHistory>,
    reading?: HistoryReading,
  ): Promise<History<ChainEntry>>;
  /**
   * What final transactions did to an address, in their order, by each of two nodes alone, null where it has none; empty
   * where only one is configured. Throws when no two of several gave any of them.
   */
  crossReadEntries(address: string, signatures: readonly string[]): Promise<(ChainEntry | null)[][]>;
  /**
   * Where at most 256 signatures stand, with history searched, and the node's finalized slot. What one node cannot know
   * any more the others are asked for: `unknown` is what none of them can tell.
   */
  readSignatures(seen: readonly SeenSignature[]): Promise<SignatureReading>;
  /**
   * By each of two nodes alone; empty where only one is configured. Throws when no two of several answered, and
   * `HistoryTooShort` when the history of no two of them goes back to any of the signatures. One that lacks some while it
   * knows nothing of its own blocks has not answered.
   */
  crossReadSignatures(seen: readonly SeenSignature[]): Promise<SignatureReading[]>;
}

/** Balance changes as they happen. A hint for speed: reading gives the certainty. */
export interface ChainFeed {
  watch(address: string): void;
  unwatch(address: string): void;
  /** True while the socket lives and slots arrive. */
  isHealthy(): boolean;
  /** Up to which slot the chain is final, by the newest slot that the node told of; null while the feed is unhealthy. */
  finalizedSlot(): bigint | null;
  stop(): Promise<void>;
}

/** What a feed tells. `onReset` after every (re)connect: there is a gap, so read everything again. */
export interface ChainFeedEvents {
  onChange(address: string, slot: bigint): void;
  onReset(): void;
}

/** The keys of one master seed. */
export interface KeyVault {
  /** Identifies the seed without telling anything of it. */
  readonly fingerprint: string;
  addressOf(path: KeyPath): Promise<string>;
  /** Base58 of the 64 bytes (seed ‖ public key), as wallets import it. */
  exportPrivateKey(path: KeyPath): Promise<Secret<string>>;
  /**
   * 32 bytes that only this seed gives for this purpose, always the same: what signs or proves something, without any
   * of it in the database. Purposes start with what they are for: `totp:USER:1`.
   */
  deriveSecret(purpose: string): Secret<Uint8Array>;
  /** Whether the holder of a wallet's key signed these words. It needs no key of ours. */
  isSignedBy(address: string, message: string, signature: Uint8Array): boolean;
}

/** The sandbox's faucet; absent on any other chain. */
export interface Faucet {
  pay(address: string, lamports: bigint): Promise<string>;
}

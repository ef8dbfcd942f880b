import type { ServerEvent, ServerPayload } from '#contract/events.ts';
import type { PublicConfig } from '#contract/donation-routes.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { ChainEntry, Donation, KeyPath } from '#server/domain/donation.ts';
import type { AlertPorts } from './alert-ports.ts';
import type { ClipPorts } from './clip-ports.ts';
import type { DonationReads } from './donation-reads.ts';
import type { PaymentPorts } from './payment-ports.ts';
import type { Secret } from './secret.ts';
import type { WidgetStore } from './widget-ports.ts';

/** A streamer as the server knows them. */
export interface Streamer {
  id: string;
  username: string;
  passwordHash: string;
  walletAddress: string;
  keyPath: KeyPath;
  donationCode: string;
  widgetCode: string;
  widgetCodeUsedAt: Date | null;
  minLamports: bigint;
  cardColor: string;
  cardGradient: string | null;
  timeZone: string;
  payoutAddress: string | null;
  acceptingDonations: boolean;
  suspendedAt: Date | null;
}

/** What a registration stores. */
type NewStreamer = Omit<
  Streamer,
  | 'id'
  | 'widgetCodeUsedAt'
  | 'payoutAddress'
  | 'suspendedAt'
  | 'acceptingDonations'
  | 'minLamports'
  | 'cardColor'
  | 'cardGradient'
>;

/** What a streamer may change. */
export type StreamerChange = Partial<
  Pick<
    Streamer,
    'minLamports' | 'cardColor' | 'cardGradient' | 'timeZone' | 'payoutAddress' | 'acceptingDonations'
  >
>;

/** Accounts. */
export interface StreamerStore {
  /** The next user number of the key path; a number is never given twice. */
  nextKeyUser(): Promise<number>;
  /**
   * Throws `Problem('username_taken')` when the name exists in whatever case. A time zone that the database does not
   * reckon with becomes UTC; `change` refuses it instead.
   */
  /** With a session the account is signed in and its registration audited: all of it, or nothing. */
  create(streamer: NewStreamer, session?: NewSession): Promise<Streamer>;
  find(id: string): Promise<Streamer | null>;
  findByUsername(username: string): Promise<Streamer | null>;
  /** By the public or by the widget's code; `isWidgetCode` tells which. */
  findByCode(code: string): Promise<{ streamer: Streamer; isWidgetCode: boolean } | null>;
  /** Notes that the secret code has connected. The first time, overlays of the public code are told in the same transaction. */
  markWidgetCodeUsed(id: string): Promise<void>;
  /** Stores the change and tells the streamer's overlays in the same transaction when the style changed. */
  change(id: string, change: StreamerChange): Promise<Streamer>;
}

/** A signed-in browser. */
export interface Session {
  userId: string;
  passwordTypedAt: Date;
}

/** A session about to begin: the hash of its token, and browser and system in words, null when nothing is known. */
export interface NewSession {
  tokenHash: Uint8Array;
  device: string | null;
}

/** A session as its owner may see it: by a public id, which opens nothing. */
interface OwnSession {
  id: string;
  device: string | null;
  createdAt: Date;
  seenAt: Date;
  isCurrent: boolean;
}

/** A session and whose it is. */
interface SessionOf {
  userId: string;
  tokenHash: Uint8Array;
}

/** Sessions by the SHA-256 of their token; the token itself is nowhere. With a session every socket that came in by it ends. */
export interface SessionStore {
  /** False, and nothing is stored, when the account's password is no longer the one of that hash. */
  create(session: NewSession, account: { userId: string; passwordHash: string }): Promise<boolean>;
  /** Null when unknown, ended or past its end. Notes now and then that the session was used. */
  find(tokenHash: Uint8Array): Promise<Session | null>;
  confirmPassword(tokenHash: Uint8Array): Promise<Date>;
  revoke(tokenHash: Uint8Array): Promise<void>;
  /** The sessions of an account that are in force, this one first, then the one used last; 100 at most. */
  list(current: SessionOf): Promise<OwnSession[]>;
  /** Ends a session of that account by its public id, audited. Whatever else the id names, nothing happens. */
  end(userId: string, id: string): Promise<void>;
  /** Ends all sessions of the account but this one, audited; tells how many were in force. */
  endOthers(current: SessionOf): Promise<number>;
  /**
   * Sets another password, notes it as just typed in this session and ends all others, audited: all of it, or nothing.
   * Tells how many others were in force; null when the password is no longer the one of `was`.
   */
  changePassword(current: SessionOf, hashes: { was: string; becomes: string }): Promise<number | null>;
}

/** Limits on donations that nobody has paid yet. */
export interface OpenDonationCaps {
  perLink: number;
  perCreator: number;
}

/** A donation about to be stored; the store hands out the key index and asks for its address. */
export interface DonationDraft {
  userId: string;
  keyUser: number;
  donatorName: string;
  message: string;
  minLamports: bigint;
  expiresAt: Date;
  /** Hash of who asked for it, for the cap; forgotten when the donation is no longer open. */
  creator: string;
  /** The uploaded clip that it takes for itself. */
  clipName: string | null;
  addressOf: (path: KeyPath) => Promise<string>;
}

/** Donations and everything that commits with them. */
export interface DonationStore extends DonationReads {
  /**
   * Stores a donation under the next key index, with its watch, in one transaction.
   * Throws `Problem('too_many_open_donations')` when a cap is reached, `clip_not_found` when its clip is unknown, gone
   * or another donation's; then nothing is stored.
   */
  create(draft: DonationDraft, caps: OpenDonationCaps): Promise<Donation>;
  find(id: string): Promise<Donation | null>;
  findByAddress(address: string): Promise<Donation | null>;
  /**
   * Locks a donation, asks for its next state and stores what changed: row, entries, the one payment alert, the
   * sweep job, and the events that tell everyone, in one transaction. The same object back stores nothing.
   */
  change(id: string, decide: (donation: Donation) => Donation): Promise<Donation>;
}

/** An address that is due to be read. */
export interface Watch {
  donationId: string;
  address: string;
  /** What our books say is on it at `confirmed`. */
  knownLamports: bigint;
  expiresAt: Date;
  isOpen: boolean;
  /** A change that somebody told of and that could not be recorded yet: of that slot or later, and when to look again. */
  look: { slot: bigint; dueAt: Date } | null;
}

/** Addresses that one worker reads now. Nobody else gets them before `until`; then they are due again. */
export interface ClaimedWatches {
  watches: Watch[];
  until: Date;
}

/** Which addresses are read when, shared by all processes. */
export interface WatchStore {
  /**
   * Claims up to `limit` addresses that are due, open ones first, for as long as a reading may take: whoever dies
   * with them keeps them no longer.
   */
  claimDue(limit: number, isSubscriptionHealthy: boolean): Promise<ClaimedWatches>;
  /** Puts claimed addresses off by their age: they have been read. What became due meanwhile stays due. */
  markRead(
    donationIds: readonly string[],
    claim: { until: Date; isSubscriptionHealthy: boolean },
  ): Promise<void>;
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
  /** Makes every open address due now: after a subscription was away. */
  makeOpenDue(): Promise<void>;
  /** When the next address is due; null when there is none. */
  nextDueAt(): Promise<Date | null>;
  /** Takes open addresses that no living process watches; returns them. Those of a dead process are due now. */
  adopt(limit: number): Promise<Watch[]>;
  /** Entries that are not final yet, oldest first; only those after an entry if one is given. */
  listUnfinalized(
    limit: number,
    after: { slot: bigint; signature: string } | null,
  ): Promise<{ donationId: string; address: string; signature: string; slot: bigint }[]>;
}

/** What the chain told about addresses, at one slot. */
export interface Reading {
  slot: bigint;
  lamportsByAddress: ReadonlyMap<string, bigint>;
}

/** The same, by one node, with the time of that slot's block or the nearest before it. */
interface TimedReading extends Reading {
  blockTime: Date;
}

/** Where signatures stand by one node, and its finalized slot, asked for first. */
export interface SignatureReading {
  finalizedSlot: bigint;
  states: SignatureState[];
  slots: (bigint | null)[];
}

/** Where a transaction stands by the node that was asked. `missing` is only what that node says. */
export type SignatureState = 'processed' | 'confirmed' | 'finalized' | 'missing';

/** Reading the chain. Every method throws `Transient` when no node gave a usable answer: no answer is never 'no'. */
export interface ChainReader {
  genesisHash(): Promise<string>;
  /** Balances at `confirmed` of at most 100 addresses. */
  readBalances(addresses: readonly string[]): Promise<Reading>;
  /** The same by each of two nodes; empty where only one is configured. Throws when no two of several answered. */
  crossReadBalances(addresses: readonly string[]): Promise<TimedReading[]>;
  /**
   * Whether money can be sent there like to any wallet: a well-formed, on-curve address that is no program, no account
   * of a program and none of the chain's own.
   */
  isWallet(address: string): Promise<boolean>;
  /** Block time of a slot, or of the nearest one before it that has a block. */
  blockTime(slot: bigint): Promise<Date>;
  /**
   * Transactions of an address at `confirmed` that are not among the known ones, oldest first.
   * `notBefore`: a slot that somebody has told of already; a node that has not come so far does not count.
   */
  readEntries(
    address: string,
    knownSignatures: ReadonlySet<string>,
    notBefore?: bigint,
  ): Promise<ChainEntry[]>;
  /** Where at most 256 signatures stand, with history searched, and the node's finalized slot. */
  readSignatures(signatures: readonly string[]): Promise<SignatureReading>;
  /** The same by each of two nodes; empty where only one is configured. Throws when no two of several answered. */
  crossReadSignatures(signatures: readonly string[]): Promise<SignatureReading[]>;
}

/** Balance changes as they happen. A hint for speed: reading gives the certainty. */
export interface ChainFeed {
  watch(address: string): void;
  unwatch(address: string): void;
  /** True while the socket lives and slots arrive. */
  isHealthy(): boolean;
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
}

/** A signed transfer of everything on an address. */
export interface SignedSweep {
  signature: string;
  raw: Uint8Array;
  destination: string;
  lamports: bigint;
  feeLamports: bigint;
  /** Who pays the fee: the address itself, or the streamer's wallet for what cannot pay for itself. */
  feePayer: string;
  lastValidBlockHeight: bigint;
}

/**
 * Why nothing was signed: the books differ from the chain, neither the address nor its owner can pay the fee, or the
 * chain would refuse the transfer and still take the fee.
 */
export type SweepRefusal = { refused: 'books_differ' | 'too_small' | 'would_fail'; chainLamports: bigint };

/** Where a signed sweep stands. */
export type SweepOutcome =
  | { state: 'unknown' }
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
  /** What the books say is on `from`; nothing is signed when the chain says otherwise. */
  lamports: bigint;
}

/** Moving money on the chain. Throws `Transient` like `ChainReader`. */
export interface SweepChain {
  /** Signs a transfer of all that is on the address, which then ends at exactly 0. Sends nothing. */
  sign(request: SweepRequest): Promise<SignedSweep | SweepRefusal>;
  /** Sends these bytes once. Repeating it is harmless. */
  send(raw: Uint8Array): Promise<void>;
  /** `landed` only when finalized; `expired` only when one node's finalized height is past it and it knows it nowhere. */
  outcome(
    sweep: Pick<SignedSweep, 'signature' | 'lastValidBlockHeight'>,
    address: string,
  ): Promise<SweepOutcome>;
  /** How much a final transaction brought to addresses, the fees that they paid for it aside. */
  arrivedLamports(signature: string, addresses: readonly string[]): Promise<bigint>;
}

/** The sandbox's faucet; absent on any other chain. */
export interface Faucet {
  pay(address: string, lamports: bigint): Promise<string>;
}

/** A claimed sweep. The fence keeps a worker that lost its lease from writing. */
export interface SweepJob {
  donationId: string;
  fence: bigint;
  attempts: number;
  /** The signed transfer that is on its way, if any. */
  live: SignedSweep | null;
}

/** Sweeps as rows. */
export interface SweepStore {
  /** Claims one due job for a while, or null. */
  claim(leaseMs: number): Promise<SweepJob | null>;
  /** When the next job is due; null when there is none. */
  nextDueAt(): Promise<Date | null>;
  /**
   * Stores the signed bytes before they are sent. False when the fence is old, the owner's destination is another one
   * by now, or the wallet that would pay the fee pays for another transfer that is on its way: then nothing may be sent.
   */
  storeSigned(job: SweepJob, sweep: SignedSweep): Promise<boolean>;
  /** The transfer can never land any more: free to sign anew. */
  markExpired(job: SweepJob, signature: string): Promise<void>;
  /** Ends the live transfer; the entry and the facts follow by `DonationStore.change`. */
  markLanded(job: SweepJob, signature: string, succeeded: boolean): Promise<void>;
  /** Whether these books signed the transfer. */
  isOwn(donationId: string, signature: string): Promise<boolean>;
  /** Gives the job back, to be tried again after that time. */
  release(job: SweepJob, afterMs: number, lastError: string | null): Promise<void>;
  /** Nothing is left to move: removes the job. */
  finish(job: SweepJob): Promise<void>;
}

/** An overlay that may take alerts. */
export interface OpenOverlay {
  socketId: string;
  userId: string;
  isVisible: boolean;
}

/** Who has an overlay open, over all processes. */
export interface OverlayStore {
  open(overlay: OpenOverlay): Promise<void>;
  setVisible(socketId: string, userId: string, visible: boolean): Promise<void>;
  close(socketId: string, userId: string): Promise<void>;
  /** Makes what is stored of this process the same as what is open here. */
  keepOnly(overlays: readonly OpenOverlay[]): Promise<void>;
  /** Tells the streamer's dashboards how their overlays stand, in order with every change. */
  announce(userId: string): Promise<void>;
}

/** An event for the sockets of a room. */
export interface RoomEvent<E extends ServerEvent = ServerEvent> {
  room: string;
  name: E;
  body: ServerPayload<E>;
}

/** Hears every event that any process committed, once; those of one row in the order of their changes. */
export interface EventFeed {
  start(onEvent: (event: RoomEvent) => void): Promise<void>;
  stop(): Promise<void>;
}

/** Wake-up calls between processes. A hint: whoever misses one finds the work by its due time. */
export interface Hints {
  on(topic: HintTopic, listener: () => void): () => void;
}
export type HintTopic = 'watch' | 'sweep' | 'alerts' | 'events';

/** Password hashing behind a gate. Throws `Problem('busy')` when too many wait. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `hash` null verifies against a dummy, so that an unknown user takes as long as a known one. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/** Who did what that matters for trust. Never holds a secret. */
export interface AuditLog {
  write(userId: string | null, action: string, detail?: Record<string, string>): Promise<void>;
}

/** The time, passed in so that tests own it. */
export interface Clock {
  now(): Date;
}

/** What the use cases need to know of the configuration. */
export interface Settings {
  /** Origin that people open, without a slash at the end. */
  publicUrl: string;
  network: PublicConfig['network'];
  networkLabel: string;
  explorerUrl: string | null;
  socialUrl: string | null;
  /** How long an address is offered to a donor. */
  addressValidMs: number;
  /** How long after the password was typed keys and payout address are open. */
  passwordFreshMs: number;
  openDonationCaps: OpenDonationCaps;
  pace: AlertPace;
  /** The epoch under which new keys of this installation stand. */
  keyEpoch: number;
}

/** Everything that the composition root hands out. A use case picks what it needs. */
export interface Ports extends AlertPorts {
  settings: Settings;
  clock: Clock;
  streamers: StreamerStore;
  sessions: SessionStore;
  donations: DonationStore;
  watches: WatchStore;
  sweeps: SweepStore;
  clips: ClipPorts;
  overlays: OverlayStore;
  widgets: WidgetStore;
  events: EventFeed;
  hints: Hints;
  audit: AuditLog;
  chain: ChainReader;
  sweepChain: SweepChain;
  vault: KeyVault;
  passwords: PasswordHasher;
  payments: PaymentPorts;
  /** Null off the sandbox. */
  faucet: Faucet | null;
}

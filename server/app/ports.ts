import type { AuditAction, AuditDetail } from '#contract/admin.ts';
import type { AlertSound } from '#contract/alerts.ts';
import type { PublicConfig } from '#contract/donation-routes.ts';
import type { ServerEvent, ServerPayload } from '#contract/events.ts';
import type { SpeechSource } from '#contract/speech.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { Donation, KeyPath } from '#server/domain/donation.ts';
import type { TokenSide } from '#server/domain/token-side.ts';
import type { SessionStore, Streamer, StreamerStore } from './account-ports.ts';
import type { AlarmPorts } from './alarms/alarm-ports.ts';
import type { AlertPorts } from './alert-ports.ts';
import type { BackupPorts } from './backups/backup-ports.ts';
import type { ChainReader, Faucet, KeyVault } from './chain-ports.ts';
import type { ClipPorts } from './clip-ports.ts';
import type { PastAlert } from '#server/app/donations/donation-history.ts';
import type { DonationReads } from './donation-reads.ts';
import type { FiatPorts } from './fiat/fiat-ports.ts';
import type { OperationReads } from './operation-ports.ts';
import type { OperatorStore, RunningServer } from './operator-ports.ts';
import type {
  AccountDeletionStore,
  AccountReader,
  RetentionRules,
  RetentionStore,
} from './own-account-ports.ts';
import type { PaymentPorts } from './payment-ports.ts';
import type { PostPorts } from './posts/post-ports.ts';
import type { ReadMemories } from './reads/read-memories.ts';
import type { AccountRecoveryStore } from './recovery-ports.ts';
import type { SecondFactorStore } from './second-factor-ports.ts';
import type { SpeechPorts } from './speech-ports.ts';
import type { StreamOutlook } from '#server/app/donations/stream-outlook.ts';
import type { SweepChain, SweepStore } from './sweep-ports.ts';
import type { AllowedToken, TokenPorts } from './token-ports.ts';
import type { WalletPorts } from './wallet-ports.ts';
import type { ReadingGroupStore, WatchStore } from './watch-ports.ts';
import type { WebhookPorts } from './webhooks/webhook-ports.ts';
import type { WidgetStore } from './widget-ports.ts';

/** Limits on donations that nobody has paid yet. */
export interface OpenDonationCaps {
  perLink: number;
  perCreator: number;
}

/** A donation that somebody asks for; the store finds the streamer, hands out the key index and asks for its address. */
export interface DonationDraft {
  /** The public or the widget's code of a streamer. */
  linkCode: string;
  donatorName: string;
  message: string;
  expiresAt: Date;
  /** Hash of who asked for it, for the cap; forgotten when the donation is no longer open. */
  creator: string;
  /** The uploaded clip that it takes for itself. */
  clipName: string | null;
  /** What the donor chose to pay; null: the minimum. */
  askedLamports: bigint | null;
  hidesName: boolean;
  hidesAmount: boolean;
  /** What it is to be paid in; null: SOL. */
  token: DraftToken | null;
  caps: OpenDonationCaps;
  addressOf: (path: KeyPath) => Promise<string>;
}

/** The token that a donation is to be paid in. */
export interface DraftToken extends AllowedToken {
  /** What the donor chose to pay; null: the minimum. */
  askedUnits: bigint | null;
  /** The token account of the donation's address. */
  accountOf: (address: string) => Promise<string>;
}

/** What whoever asked for a donation is told of it. */
export interface CreatedDonation {
  id: string;
  address: string;
  minLamports: bigint;
  expiresAt: Date;
  hasClip: boolean;
  token: Omit<TokenSide, 'entries'> | null;
}

/** Donations and everything that commits with them. */
export interface DonationStore extends DonationReads {
  /**
   * Stores a donation under the streamer's next key index, with its watch, in one transaction; those that arrive while
   * others are stored share one. Throws `Problem('invalid_link_code')` for a link that is unknown, switched off or
   * suspended, `amount_below_minimum`, `token_not_accepted`, `too_many_open_donations` when a cap is reached,
   * `clip_not_found` when its clip is unknown, gone or another donation's, `unavailable` when the books were restored
   * meanwhile; then nothing is stored.
   */
  create(draft: DonationDraft): Promise<CreatedDonation>;
  find(id: string): Promise<Donation | null>;
  findByAddress(address: string): Promise<Donation | null>;
  /** The alert of its payment and its replays, the newest of these, in the order in which they came. */
  listAlerts(id: string): Promise<PastAlert[]>;
  /** What becomes of a donation on stream as things stand. */
  readOutlook(donation: Pick<Donation, 'id' | 'userId'>): Promise<StreamOutlook>;
  /**
   * Locks a donation, asks for its next state and stores what changed: row, entries, the one payment alert, the
   * sweep job, and the events that tell everyone, in one transaction. The same object back stores nothing.
   */
  change(id: string, decide: (donation: Donation) => Donation): Promise<Donation>;
}

/** An overlay that may take alerts. */
export interface OpenOverlay {
  socketId: string;
  userId: string;
  isVisible: boolean;
}

/** What an overlay is told as it comes. */
export interface OverlayOpening {
  streamer: Streamer;
  sound: AlertSound;
  /** Who reads messages aloud. */
  speechSource: SpeechSource;
  /** Alerts that were taken off the stream a moment ago: a card that outlived its connection may still stand. */
  takenAway: readonly string[];
  /** Somebody stopped reading aloud a moment ago: a voice that outlived its connection may still be heard. */
  isReadingStopped: boolean;
}

/** Who has an overlay open, over all processes. */
export interface OverlayStore {
  /** Null of an account that there is not. */
  readOpening(userId: string): Promise<OverlayOpening | null>;
  open(overlay: OpenOverlay): Promise<void>;
  setVisible(socketId: string, userId: string, visible: boolean): Promise<void>;
  close(socketId: string, userId: string): Promise<void>;
  /** Makes what is stored of this process the same as what is open here; that is asked for once the former is known. */
  keepOnly(listOpen: () => readonly OpenOverlay[]): Promise<void>;
  /**
   * Closes some overlays of processes that are dead, and has what was sent to nobody else sent again. True when there
   * may be more.
   */
  closeOfDead(): Promise<boolean>;
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
  /** Milliseconds by which the next reading is overdue; 0 while everything is heard in time. */
  lagMs(): number;
  stop(): Promise<void>;
}

/** Wake-up calls between processes. A hint: whoever misses one finds the work by its due time. */
export interface Hints {
  on(topic: HintTopic, listener: () => void): () => void;
}
export type HintTopic =
  | 'watch'
  | 'sweep'
  | 'token-sweep'
  | 'withdrawal'
  | 'alerts'
  | 'events'
  | 'webhooks'
  | 'speech'
  | 'backups'
  | 'posts';

/** Password hashing behind a gate. Throws `Problem('busy')` when too many wait. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `hash` null verifies against a dummy, so that an unknown user takes as long as a known one. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/** What is known of an act besides who did it; an operator's has a reason. */
export type AuditDetails = Partial<Record<AuditDetail | 'reason', string>>;

/** Who did what that matters for trust. Never holds a secret. */
export interface AuditLog {
  write(userId: string | null, action: AuditAction, detail?: AuditDetails): Promise<void>;
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
  /** For donors that a proxy has handed on, also where the others are treated generously. */
  strictDonationCaps: OpenDonationCaps;
  pace: AlertPace;
  /** What the operator allows of how long donors' texts stay. */
  retention: RetentionRules;
  /** Who runs this installation, as its pages name them. */
  operator: PublicConfig['operator'];
  /** Pages of the operator's own in place of ours; null: ours. */
  legalUrls: { privacy: string | null; terms: string | null };
  /** The epoch under which new keys of this installation stand. */
  keyEpoch: number;
}

/** Everything that the composition root hands out. A use case picks what it needs. */
export interface Ports extends AlertPorts, FiatPorts {
  settings: Settings;
  clock: Clock;
  streamers: StreamerStore;
  sessions: SessionStore;
  secondFactors: SecondFactorStore;
  accountRecovery: AccountRecoveryStore;
  accountDeletions: AccountDeletionStore;
  accountReader: AccountReader;
  retention: RetentionStore;
  donations: DonationStore;
  watches: WatchStore;
  readingGroups: ReadingGroupStore;
  sweeps: SweepStore;
  clips: ClipPorts;
  speech: SpeechPorts;
  overlays: OverlayStore;
  widgets: WidgetStore;
  operations: OperationReads;
  alarms: AlarmPorts;
  operators: OperatorStore;
  running: RunningServer;
  events: EventFeed;
  memories: ReadMemories;
  hints: Hints;
  audit: AuditLog;
  chain: ChainReader;
  sweepChain: SweepChain;
  tokens: TokenPorts;
  vault: KeyVault;
  passwords: PasswordHasher;
  payments: PaymentPorts;
  wallet: WalletPorts;
  webhooks: WebhookPorts;
  /** Null where they are switched off. */
  backups: BackupPorts | null;
  posts: PostPorts;
  /** Null off the sandbox. */
  faucet: Faucet | null;
}

import type { BlockKind } from '#contract/block-kinds.ts';
import type { Block, Blocked, DonorBlockKind } from '#contract/blocks.ts';
import type { AccessScope, AccessToken } from '#contract/access-tokens.ts';
import type { AlertSound, DeskAction, DeskLogEntry } from '#contract/alerts.ts';
import type { ServerPayload } from '#contract/events.ts';
import type { AlertSettings, SentAlertSettings } from '#contract/moderation.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { AlertLook } from '#server/domain/alert-rules.ts';
import type { AlertRuleStore } from './alert-rule-ports.ts';
import type { Alert } from '#server/app/desk/alert-view.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';

/** Queues that could not be moved. */
interface FailedQueues {
  userIds: readonly string[];
  error: unknown;
}

/** The outbox of alerts. */
export interface AlertStore {
  /**
   * Takes one step for every streamer whose queue is due; returns when the next one is due. `failed` are queues that could
   * not be moved: together at first, then those that failed by themselves too, which sleep for a while.
   */
  step(pace: AlertPace): Promise<{ nextDueAt: Date | null; failed: readonly FailedQueues[] }>;
  /** Shows what has waited for approval for too long, where its streamer wants that; true when there may be more. */
  showHeld(pace: AlertPace): Promise<boolean>;
  /** An overlay of this streamer opened: what is unshown becomes due, too much or too old goes to the tray. */
  wake(userId: string, pace: AlertPace): Promise<void>;
  /** The alert of that id if it is this streamer's. */
  find(userId: string, alertId: string): Promise<Alert | null>;
  /** Settles a replay or a test that was shown. Payments are settled with their donation. Repeating changes nothing. */
  settleShown(userId: string, alertId: string, now: Date): Promise<void>;
}

/** What is to be changed of the sound; what is left out stays. */
type SoundChange = { [K in keyof AlertSound]?: AlertSound[K] | undefined };

/** Everything that the desk shows, as rows. Lists are cut; `counts` tells of all. */
export interface DeskRows {
  isPaused: boolean;
  sound: AlertSound;
  look: AlertLook;
  overlay: ServerPayload<'overlay_state'>;
  now: Alert | null;
  toApprove: Alert[];
  next: Alert[];
  tray: Alert[];
  recent: Alert[];
  /** Which of the recent ones 'replay the last' leaves out because somebody took them away. */
  taken: ReadonlySet<string>;
  counts: { onStream: number; toApprove: number; next: number; tray: number };
  /** Of those in the tray, how many were cleared last and can be put back. */
  cleared: number;
}

/** What is to be shown once more: an alert's donation, a donation, or with neither the last that was shown. */
export interface ReplayWish {
  alertId?: string | undefined;
  donationId?: string | undefined;
}

/** Which alert somebody saw on stream when they pressed skip; without one, whatever is there. */
export interface SkipWish {
  alertId?: string | undefined;
}

/** Which alert somebody saw as the next when they pressed; without one, whichever it is. */
export interface NextWish {
  alertId?: string | undefined;
}

/** How a person decides about one alert. Returns the same object when nothing changes; throws `Problem`. */
export interface AlertDecision {
  alertId: string;
  action: DeskAction;
  decide: (alert: Alert) => Alert;
}

/**
 * The desk. Every method that changes something is one transaction with its line in the log and the event that tells
 * everyone. Who settles a payment's alert settles its donation with it; the money goes its own way.
 */
export interface DeskStore {
  read(userId: string, limit: number): Promise<DeskRows>;
  /** Puts a test in the queue, of that amount or the usual one, unless several wait already. */
  addTest(by: DeskCaller, lamports: bigint | null): Promise<void>;
  setPaused(by: DeskCaller, isPaused: boolean): Promise<void>;
  changeSound(by: DeskCaller, wanted: SoundChange): Promise<void>;
  /**
   * Has the alert that is next go out once, while the queue stays paused. Not paused, nothing waits, not what is wished, or
   * the one that was asked for before has not gone out yet: changes nothing.
   */
  releaseNext(by: DeskCaller, wanted: NextWish, now: Date): Promise<void>;
  /** Puts all that waits in the queue into the tray. Nothing waits: changes nothing. */
  clear(by: DeskCaller): Promise<void>;
  /** Puts back what was cleared last and still lies in the tray, for ten minutes. Nothing does: changes nothing. */
  putBack(by: DeskCaller): Promise<void>;
  /**
   * Settles what is on stream as skipped and has overlays take it away, a clip that outlasts its card too. Nothing on
   * stream, or not what is wished: changes nothing.
   */
  skip(by: DeskCaller, wanted: SkipWish, now: Date): Promise<void>;
  /** Throws `Problem('alert_not_found')` for what is not this streamer's. */
  decide(by: DeskCaller, decision: AlertDecision, now: Date): Promise<void>;
  /**
   * Shows a donation, that of an alert, or the last that overlays showed, once more. One whose own alert waits in the
   * tray or the queue is played instead. Throws `Problem`: `donation_not_found`, `alert_not_found`,
   * `nothing_to_replay`, `invalid_request` for one that waits for approval.
   */
  replay(by: DeskCaller, wanted: ReplayWish, now: Date): Promise<void>;
  /** Blocks a donation and settles whatever alerts of it are not. Throws `Problem('donation_not_found')`. */
  block(by: DeskCaller, donationId: string, now: Date): Promise<void>;
  /**
   * Takes a block back; what it settled stays settled, and with `show` plays once more. Throws
   * `Problem('donation_not_found')`.
   */
  unblock(by: DeskCaller, donationId: string, options: { show: boolean; now: Date }): Promise<void>;
  /** The newest lines of the log. */
  listLog(userId: string, limit: number): Promise<DeskLogEntry[]>;
}

/** What is to go on the block list: values of one kind, or the marks of a donor whose donation or alert is known. */
export type BlockAddition =
  | { kind: BlockKind; value: string }
  | { kind: DonorBlockKind; donationId: string }
  | { kind: DonorBlockKind; alertId: string };

/** What keeps donations off the stream. Every change is one transaction with its lines in the desk's log. */
export interface BlockStore {
  /** All entries of a streamer, newest first. */
  list(userId: string): Promise<Block[]>;
  /**
   * Adds what is not there yet and takes away the alerts that it fits: on stream, in the queue, in the tray, and those
   * that wait for approval. Payments that are recorded from that moment on meet it. Throws `Problem`:
   * `donation_not_found`, `alert_not_found`, `payer_unknown`, `too_many_blocks`, `name_not_blockable`,
   * `word_not_blockable`; then nothing has changed.
   */
  add(by: DeskCaller, wanted: BlockAddition, now: Date): Promise<Blocked>;
  /**
   * Takes an entry off; what it has blocked stays blocked. With `restore` donations that it has blocked within the hour,
   * 50 at most, are allowed again and their alerts put back where they were. Returns how many alerts. Throws `Problem`:
   * `block_not_found`, and `not_your_block` for whoever is not the streamer and has not just added it.
   */
  remove(by: DeskCaller, id: string, options: { restore: boolean; now: Date }): Promise<number>;
}

/** What streamers decide about their alerts; the default for who has decided nothing. */
export interface AlertSettingsStore {
  find(userId: string): Promise<AlertSettings>;
  change(by: DeskCaller, settings: SentAlertSettings): Promise<void>;
}

/** A token that is in force, as a request finds it by its hash. */
export interface FoundAccessToken {
  userId: string;
  scopes: readonly AccessScope[];
  name: string;
  hidesAmounts: boolean;
}

/** Tokens of tools and moderators, by the SHA-256 of their text; the text itself is nowhere. */
export interface AccessTokenStore {
  /** Throws `Problem('too_many_access_tokens')`. */
  create(
    by: DeskCaller,
    token: { hash: Uint8Array; scopes: readonly AccessScope[]; name: string; hidesAmounts: boolean },
  ): Promise<AccessToken>;
  /** Null when unknown or ended. Its last use is written down, at most once a minute. */
  find(hash: Uint8Array): Promise<FoundAccessToken | null>;
  list(userId: string): Promise<AccessToken[]>;
  /** Ends a token, and with it every socket that came in by it. Throws `Problem('access_token_not_found')`. */
  revoke(by: DeskCaller, id: string): Promise<void>;
  /** Gives the widget that secret code. What was opened by the old one is cut off at once. */
  replaceWidgetCode(by: DeskCaller, code: string): Promise<void>;
}

/** What the composition root hands out for alerts. */
export interface AlertPorts {
  alerts: AlertStore;
  desk: DeskStore;
  alertSettings: AlertSettingsStore;
  blocks: BlockStore;
  alertRules: AlertRuleStore;
  accessTokens: AccessTokenStore;
}

/** Times of the alert queue; the spec's by default, shorter in tests (decisions: Alerts, 'Pace'). */
export interface AlertPace {
  /** How long a card stays at least. */
  cardMs: number;
  /** How long a clip may hold the next alert back at most. */
  clipMaxMs: number;
  /** Silence between two alerts. */
  gapMs: number;
  /** An acknowledgement counts only this long after the alert was sent on that very socket. */
  acknowledgeAfterMs: number;
  /** An alert that nobody acknowledged this long after its time is sent again. */
  resendAfterMs: number;
  /** Alerts that have waited longer than this, pauses left out, wait in the tray instead. */
  catchUpMs: number;
  /** At most this many are caught up when an overlay opens. */
  catchUpCount: number;
  /** After so many unacknowledged sends the alert goes to the tray and the next one plays. */
  maxAttempts: number;
  /** A test that could not be sent for so long is dropped: long enough to set up OBS, and no surprise on a later stream. */
  testMs: number;
}

/** The pace of the product. */
export const defaultPace: AlertPace = {
  cardMs: 7000,
  clipMaxMs: 15_000,
  gapMs: 500,
  acknowledgeAfterMs: 5000,
  resendAfterMs: 3000,
  catchUpMs: 3_600_000,
  catchUpCount: 50,
  maxAttempts: 3,
  testMs: 900_000,
};

/** An unsettled alert of a streamer that is in the queue. */
export interface QueuedAlert {
  id: string;
  kind: 'payment' | 'replay' | 'test';
  /** Since when it waits; later by every pause that it has waited through, once that is over. */
  queuedAt: Date;
  /** Somebody had it go out although the queue is paused. */
  releasedAt: Date | null;
  sentAt: Date | null;
  attempts: number;
  /** How long its sound plays. */
  clipMs: number;
  /** How long its card stands where a rule says so. */
  shownMs?: number;
}

/** What the queue row of a streamer remembers about the alert before, and how the queue is to go. */
export interface QueueState {
  lastSentAt: Date | null;
  lastHoldMs: number;
  hasVisibleOverlay: boolean;
  isPaused: boolean;
  /** Cards stack as they come: only the gap lies between two, as long as there is a place. */
  stacks: boolean;
}

/** So many cards stack at once: further ones would push them out of a source of 400 x 600 before anybody has read them. */
const mostStacked = 3;

/** What a queue has to do with now. */
export interface QueueHeads<T extends QueuedAlert = QueuedAlert> {
  /** What was sent and is not settled, longest ago first; of more than `mostOnStream` the oldest. */
  sent: readonly T[];
  /** What is to be sent next. */
  unsent: T | null;
}

/** How many alerts of a queue may be on stream at once. */
export function mostOnStream({ stacks }: Pick<QueueState, 'stacks'>): number {
  return stacks ? mostStacked : 1;
}

/** What to do with a queue now. `until` null: nothing before somebody wakes the queue. */
export type QueueStep<T extends QueuedAlert = QueuedAlert> =
  | { do: 'send'; alert: T; holdMs: number }
  | { do: 'tray'; alert: T }
  | { do: 'tray-old' }
  | { do: 'drop'; alert: T }
  | { do: 'set-back' }
  | { do: 'wait'; until: Date | null };

/**
 * Decides what happens to the alerts of one streamer. One after the other unless they stack; while the queue is paused,
 * only tests and what was released count.
 *
 * | alert | overlay | step |
 * |---|---|---|
 * | any that was sent later than now | any | set back to now: the clock went back |
 * | none | any | wait to be woken |
 * | a test that waited for more than a quarter of an hour, never sent | any | drop |
 * | a younger test, never sent | none visible | wait until it is as old, or to be woken |
 * | any other | none visible | wait to be woken |
 * | a payment or replay that was not released, queue paused | visible | wait to be woken |
 * | in the queue for more than an hour, never sent | visible | tray, with all that are as old |
 * | sent, unacknowledged, three times | visible | tray once its time is over; a test is dropped |
 * | sent, unacknowledged | visible | send again once its time is over |
 * | not sent, as many on stream as may be | visible | wait for one of them |
 * | not sent | visible | send once the alert before has had its time |
 */
export function nextStep<T extends QueuedAlert>(
  heads: QueueHeads<T>,
  queue: QueueState,
  pace: AlertPace,
  now: Date,
): QueueStep<T> {
  if (isAhead(queue.lastSentAt, now) || heads.sent.some(({ sentAt }) => isAhead(sentAt, now)))
    return { do: 'set-back' };
  const onStream = heads.sent.filter((alert) => mayGo(alert, queue) !== null);
  const sent = onStream[0] ?? null;
  const unsent = mayGo(heads.unsent, queue);
  const at = now.getTime();
  if (!queue.hasVisibleOverlay && unsent?.kind === 'test') return forOverlay(unsent, pace, at);
  if ((sent === null && unsent === null) || !queue.hasVisibleOverlay) return { do: 'wait', until: null };
  const dueOfSent =
    sent?.sentAt == null ? Infinity : sent.sentAt.getTime() + holdMs(sent, pace) + pace.resendAfterMs;
  const mustWaitForSent = onStream.length >= mostOnStream(queue);
  const dueOfUnsent = unsent === null || mustWaitForSent ? Infinity : freeAfterLast(queue, pace);
  if (sent !== null && at >= dueOfSent) return again(sent, pace);
  if (unsent !== null && !mustWaitForSent && isStale(unsent, pace, at)) {
    return unsent.kind === 'test' ? { do: 'drop', alert: unsent } : { do: 'tray-old' };
  }
  if (unsent !== null && at >= dueOfUnsent)
    return { do: 'send', alert: unsent, holdMs: holdMs(unsent, pace) };
  return { do: 'wait', until: new Date(Math.min(dueOfSent, dueOfUnsent)) };
}

/** How long an alert keeps the next one waiting: the card or the clip, whichever is longer, and the gap. */
export function holdMs(
  { clipMs, shownMs = 0 }: Pick<QueuedAlert, 'clipMs' | 'shownMs'>,
  pace: AlertPace,
): number {
  return Math.max(pace.cardMs, shownMs, Math.min(clipMs, pace.clipMaxMs)) + pace.gapMs;
}

/** The longest that a queue waits for its next step: one that is due later was put to sleep before the clock went back. */
export function longestWaitMs(pace: AlertPace): number {
  return holdMs({ clipMs: pace.clipMaxMs }, pace) + pace.resendAfterMs;
}

function isAhead(at: Date | null | undefined, now: Date): boolean {
  return at != null && at > now;
}

function mayGo<T extends QueuedAlert>(alert: T | null, { isPaused }: QueueState): T | null {
  const isHeld = isPaused && alert?.kind !== 'test' && alert?.releasedAt == null;
  return isHeld ? null : alert;
}

/** What becomes of a test that no overlay can show; no queue sleeps for longer than the longest clip. */
function forOverlay<T extends QueuedAlert>(test: T, pace: AlertPace, at: number): QueueStep<T> {
  if (isStale(test, pace, at)) return { do: 'drop', alert: test };
  const staleAt = test.queuedAt.getTime() + pace.testMs + 1;
  return { do: 'wait', until: new Date(Math.min(staleAt, at + longestWaitMs(pace))) };
}

function again<T extends QueuedAlert>(alert: T, pace: AlertPace): QueueStep<T> {
  if (alert.attempts < pace.maxAttempts) return { do: 'send', alert, holdMs: holdMs(alert, pace) };
  return { do: alert.kind === 'test' ? 'drop' : 'tray', alert };
}

function isStale(alert: QueuedAlert, pace: AlertPace, at: number): boolean {
  const ageMs = at - alert.queuedAt.getTime();
  return ageMs > (alert.kind === 'test' ? pace.testMs : pace.catchUpMs);
}

function freeAfterLast(queue: QueueState, pace: AlertPace): number {
  if (queue.lastSentAt === null) return 0;
  return queue.lastSentAt.getTime() + (queue.stacks ? pace.gapMs : queue.lastHoldMs);
}

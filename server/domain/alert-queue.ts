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
  /** Alerts older than this wait in the tray instead. */
  catchUpMs: number;
  /** At most this many are caught up when an overlay opens. */
  catchUpCount: number;
  /** After so many unacknowledged sends the alert goes to the tray and the next one plays. */
  maxAttempts: number;
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
};

/** The oldest unsettled alert of a streamer that is not in the tray. */
export interface QueuedAlert {
  id: string;
  queuedAt: Date;
  sentAt: Date | null;
  attempts: number;
  clipMs: number;
}

/** What the queue row of a streamer remembers about the alert before. */
export interface QueueState {
  lastSentAt: Date | null;
  lastHoldMs: number;
  hasVisibleOverlay: boolean;
}

/** What to do with the head of a queue now. `until` null: nothing before somebody wakes the queue. */
export type QueueStep = { do: 'send'; holdMs: number } | { do: 'tray' } | { do: 'wait'; until: Date | null };

/**
 * Decides what happens to the oldest alert of one streamer.
 *
 * | head | overlay | step |
 * |---|---|---|
 * | none | any | wait to be woken |
 * | any | none visible | wait to be woken |
 * | older than an hour, never sent | visible | tray |
 * | sent, unacknowledged, three times | visible | tray once its time is over |
 * | sent, unacknowledged | visible | send again once its time is over |
 * | not sent | visible | send once the alert before has had its time |
 */
export function nextStep(head: QueuedAlert | null, queue: QueueState, pace: AlertPace, now: Date): QueueStep {
  if (head === null || !queue.hasVisibleOverlay) return { do: 'wait', until: null };
  if (head.sentAt === null && now.getTime() - head.queuedAt.getTime() > pace.catchUpMs) return { do: 'tray' };
  const freeAt =
    head.sentAt === null
      ? freeAfterLast(queue)
      : head.sentAt.getTime() + holdMs(head, pace) + pace.resendAfterMs;
  if (now.getTime() < freeAt) return { do: 'wait', until: new Date(freeAt) };
  if (head.attempts >= pace.maxAttempts) return { do: 'tray' };
  return { do: 'send', holdMs: holdMs(head, pace) };
}

/** How long an alert keeps the next one waiting: the card or the clip, whichever is longer, and the gap. */
export function holdMs(alert: Pick<QueuedAlert, 'clipMs'>, pace: AlertPace): number {
  return Math.max(pace.cardMs, Math.min(alert.clipMs, pace.clipMaxMs)) + pace.gapMs;
}

function freeAfterLast(queue: QueueState): number {
  return queue.lastSentAt === null ? 0 : queue.lastSentAt.getTime() + queue.lastHoldMs;
}

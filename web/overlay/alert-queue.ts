import type { ShownDonation } from '#contract/events.ts';

/**
 * What the overlay knows of its alerts. Times are milliseconds of one clock that only goes forward.
 *
 * | what happens | card | server is told |
 * |---|---|---|
 * | alert arrives | stands at once: the server sets the pace | – |
 * | `shownMs` later, or as long as it brings itself | leaves | shown |
 * | the streamer skips it | leaves; coming again, it is a new one | – |
 * | the source is hidden | gone; coming again, it is a new one | – |
 * | `leaveMs` after it left | gone | – |
 * | the same alert arrives again | no second card | shown, `acknowledgeAfterMs` after it came |
 *
 * A repeat is told on its own, since the server counts only what was sent on the same connection some time ago.
 */
export interface AlertQueue {
  /** Oldest first, which is also the order from top to bottom. */
  readonly cards: readonly QueuedCard[];
  /** Repeats that still have to be acknowledged. */
  readonly repeats: readonly DueAcknowledgement[];
  /** Alerts that have been shown or are being shown, newest last. */
  readonly seenAlertIds: readonly string[];
}

interface QueuedCard {
  readonly donation: ShownDonation;
  readonly isLeaving: boolean;
  /** When the card leaves, or, once it is leaving, when it is gone. */
  readonly dueAtMs: number;
}

interface DueAcknowledgement {
  readonly donation: ShownDonation;
  readonly dueAtMs: number;
}

/** How long a card stands, how long it takes to leave, and how long after its arrival a repeat is acknowledged. */
export interface AlertTimes {
  shownMs: number;
  leaveMs: number;
  acknowledgeAfterMs: number;
}

/** No card, nothing seen. */
export const emptyQueue: AlertQueue = { cards: [], repeats: [], seenAlertIds: [] };

/** Far more alerts than a server sends again after a reconnection (at most 50). */
const remembered = 1000;

/**
 * Takes an alert from the server: a card when it is new, otherwise an acknowledgement to be made later.
 *
 * A further repeat moves that acknowledgement: only the connection that brought the last one can still count.
 */
export function receive(
  queue: AlertQueue,
  donation: ShownDonation,
  nowMs: number,
  times: AlertTimes,
): AlertQueue {
  const { alertId } = donation;
  if (queue.seenAlertIds.includes(alertId)) {
    const others = queue.repeats.filter((repeat) => repeat.donation.alertId !== alertId);
    return { ...queue, repeats: [...others, { donation, dueAtMs: nowMs + times.acknowledgeAfterMs }] };
  }
  return {
    ...queue,
    cards: [
      ...queue.cards,
      { donation, isLeaving: false, dueAtMs: nowMs + (donation.shownMs ?? times.shownMs) },
    ],
    seenAlertIds: [...queue.seenAlertIds, alertId].slice(-remembered),
  };
}

/**
 * Takes an alert away before its time: its card leaves, and the server, which said so, is told nothing. It sends it again
 * where the streamer plays it from the tray: then it is a card again.
 */
export function skip(queue: AlertQueue, alertId: string, nowMs: number, times: AlertTimes): AlertQueue {
  return {
    cards: queue.cards.map((card) =>
      card.donation.alertId === alertId && !card.isLeaving
        ? { ...card, isLeaving: true, dueAtMs: nowMs + times.leaveMs }
        : card,
    ),
    repeats: queue.repeats.filter((repeat) => repeat.donation.alertId !== alertId),
    seenAlertIds: queue.seenAlertIds.filter((id) => id !== alertId),
  };
}

/** Drops everything: nobody sees it. What had not stood its time is a card again when the server sends it again. */
export function hide({ cards, seenAlertIds }: AlertQueue): AlertQueue {
  const unseen = cards.filter((card) => !card.isLeaving).map((card) => card.donation.alertId);
  return { ...emptyQueue, seenAlertIds: seenAlertIds.filter((id) => !unseen.includes(id)) };
}

/** Lets the time pass: the queue as it is now, and the donations that the server is to be told of, in their order. */
export function advance(
  queue: AlertQueue,
  nowMs: number,
  times: AlertTimes,
): { queue: AlertQueue; shown: ShownDonation[] } {
  const isDue = (entry: { dueAtMs: number }) => entry.dueAtMs <= nowMs;
  const leaving = queue.cards.filter((card) => isDue(card) && !card.isLeaving);
  const acknowledged = queue.repeats.filter(isDue);
  const cards = queue.cards
    .filter((card) => !(card.isLeaving && isDue(card)))
    .map((card) => (isDue(card) ? { ...card, isLeaving: true, dueAtMs: nowMs + times.leaveMs } : card));
  return {
    queue: { ...queue, cards, repeats: queue.repeats.filter((repeat) => !isDue(repeat)) },
    shown: [...leaving, ...acknowledged].map((entry) => entry.donation),
  };
}

/** When `advance` has something to do next, or null while nothing waits. */
export function nextDueAtMs(queue: AlertQueue): number | null {
  const due = [...queue.cards, ...queue.repeats].map((entry) => entry.dueAtMs);
  return due.length === 0 ? null : Math.min(...due);
}

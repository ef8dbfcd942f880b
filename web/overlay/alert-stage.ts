import type { ShownDonation } from '#contract/events.ts';
import { cardTimes } from '#contract/realtime.ts';
import {
  advance,
  type AlertQueue,
  type AlertTimes,
  emptyQueue,
  hide,
  nextDueAtMs,
  receive,
  skip,
} from './alert-queue.ts';

/** The spec's times; leaving takes as long as the card's animation in `alert-card.css`. */
const times: AlertTimes = { ...cardTimes, leaveMs: 300 };

/** Who hears what happens on the stage. */
export interface StageListeners {
  /** The cards have changed. */
  onCards: (cards: AlertQueue['cards']) => void;
  /** This alert has been shown and the server is to be told. */
  onShown: (donation: ShownDonation) => void;
}

/**
 * Runs the alert queue on the clock.
 *
 * One timer for whatever is due next; never animation frames, which stop while OBS hides the source.
 */
export function openAlertStage(listeners: StageListeners) {
  let queue = emptyQueue;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(next: AlertQueue): void {
    const cardsChanged = next.cards !== queue.cards;
    queue = next;
    if (cardsChanged) listeners.onCards(queue.cards);
    clearTimeout(timer);
    const dueAtMs = nextDueAtMs(queue);
    timer = dueAtMs === null ? undefined : setTimeout(passTime, Math.max(0, dueAtMs - performance.now()));
  }

  function passTime(): void {
    const { queue: next, shown } = advance(queue, performance.now(), times);
    change(next);
    for (const donation of shown) listeners.onShown(donation);
  }

  return {
    /** Takes an alert; true when it is a new one, false for a repeat, which makes neither card nor sound. */
    show(donation: ShownDonation): boolean {
      const isNew = !queue.seenAlertIds.includes(donation.alertId);
      change(receive(queue, donation, performance.now(), times));
      return isNew;
    },
    /** When the card of an alert leaves; null when it does not stand. */
    leavesAtMs: (alertId: string): number | null =>
      queue.cards.find((card) => card.donation.alertId === alertId && !card.isLeaving)?.dueAtMs ?? null,
    /** Takes an alert away at once; nobody is told. An alert that does not stand is left alone. */
    skip(alertId: string): void {
      change(skip(queue, alertId, performance.now(), times));
    },
    /** Takes everything away, since nobody sees it; nobody is told, so that it comes again. */
    hide(): void {
      change(hide(queue));
    },
  };
}

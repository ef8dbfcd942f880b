import type { AlertDesk, AlertSound, DeskAlert } from '#contract/alerts.ts';

/** What the desk will most likely look like after an act: shown at once, replaced by the server's answer. */
export type DeskChange = (desk: AlertDesk) => AlertDesk;

/** Nothing can be told before the server has answered. */
export const unforeseen: DeskChange = (desk) => desk;

/** Alerts hold, or go on. */
export function withPause(isPaused: boolean): DeskChange {
  return (desk) => ({ ...desk, isPaused });
}

/** Volume or mute, what is not given stays. */
export function withSound(sound: Partial<AlertSound>): DeskChange {
  return (desk) => ({ ...desk, sound: { ...desk.sound, ...sound } });
}

/** An alert leaves the stream; what has followed it there stays. */
export function withoutNow(id: string): DeskChange {
  return (desk) =>
    desk.now?.id === id ? { ...desk, now: null, counts: { ...desk.counts, onStream: 0 } } : desk;
}

/** An alert leaves its list. Whether it comes into the queue, and before what there, the server says. */
export function without(id: string): DeskChange {
  return (desk) => waitingLists.reduce((changed, list) => take(changed, list, id), desk);
}

/** All that waits in the queue goes to the tray; tests are gone. */
export function withCleared(desk: AlertDesk): AlertDesk {
  const cleared = desk.next.filter(({ kind }) => kind !== 'test');
  const { next, tray } = desk.counts;
  const moved = next - (desk.next.length - cleared.length);
  return {
    ...desk,
    next: [],
    tray: [...desk.tray, ...cleared],
    cleared: moved,
    counts: { ...desk.counts, next: 0, tray: tray + moved },
  };
}

/** Which alert goes next where the queue is paused, and nothing was let out that has not gone yet; null where none can. */
export function nextToPlay({ isPaused, next }: AlertDesk): DeskAlert | null {
  const first = next.find(({ kind }) => kind !== 'test');
  return isPaused && !next.some(({ isReleased }) => isReleased) ? (first ?? null) : null;
}

/** That alert goes out next; the queue stays paused. */
export function withReleased(id: string): DeskChange {
  return (desk) => ({
    ...desk,
    next: desk.next.map((alert) => (alert.id === id ? { ...alert, isReleased: true } : alert)),
  });
}

/** The lists of what is not settled and not on stream. */
export const waitingLists = ['toApprove', 'next', 'tray'] as const;

/** One of them. */
export type WaitingList = (typeof waitingLists)[number];

function take(desk: AlertDesk, list: WaitingList, id: string): AlertDesk {
  if (!desk[list].some((alert) => alert.id === id)) return desk;
  return {
    ...desk,
    [list]: desk[list].filter((alert) => alert.id !== id),
    counts: { ...desk.counts, [list]: desk.counts[list] - 1 },
  };
}

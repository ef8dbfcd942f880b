import type { AlertDesk, DeskAlert } from '#contract/alerts.ts';

/** An alert for tests of the desk. */
export function anAlert(id: string, changes: Partial<DeskAlert> = {}): DeskAlert {
  return {
    id,
    donationId: `donation-${id}`,
    kind: 'payment',
    donatorName: 'foxglove',
    amount: 0.1,
    fiat: null,
    message: 'Good luck',
    mediaUrl: null,
    mediaDuration: null,
    queuedAt: '2026-11-21T12:00:00.000Z',
    foundWords: [],
    isMasked: false,
    isBlocked: false,
    hidesName: false,
    hidesAmount: false,
    ...changes,
  };
}

/** A quiet desk for tests. Counts follow the lists. */
export function aDesk(changes: Partial<AlertDesk> = {}): AlertDesk {
  const desk: AlertDesk = {
    streamerName: 'lumen_kat',
    role: 'streamer',
    isPaused: false,
    sound: { volume: 70, isMuted: false },
    overlay: { connected: 1, visible: 1, lastShownAt: null },
    now: null,
    toApprove: [],
    next: [],
    tray: [],
    recent: [],
    counts: { onStream: 0, toApprove: 0, next: 0, tray: 0 },
    cleared: 0,
    ...changes,
  };
  const counts = {
    onStream: desk.now === null ? 0 : 1,
    toApprove: desk.toApprove.length,
    next: desk.next.length,
    tray: desk.tray.length,
  };
  return { ...desk, counts: changes.counts ?? counts };
}

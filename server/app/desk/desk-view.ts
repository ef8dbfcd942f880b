import { type AlertDesk, deskListLength } from '#contract/alerts.ts';
import { holdMs } from '#server/domain/alert-queue.ts';
import type { DeskRows } from '#server/app/alert-ports.ts';
import { presentDeskAlert, presentSettled, timesOf } from './alert-view.ts';
import type { DeskCaller } from './desk-caller.ts';
import type { Ports } from '#server/app/ports.ts';

/** All that the desk shows, to whom it is shown. */
export async function readDesk(
  ports: Pick<Ports, 'desk' | 'streamers' | 'settings'>,
  { userId, role, hidesAmounts }: DeskCaller,
): Promise<AlertDesk> {
  const [rows, streamer] = await Promise.all([
    ports.desk.read(userId, deskListLength),
    ports.streamers.find(userId),
  ]);
  const present = (alert: DeskRows['next'][number]) => presentDeskAlert(alert, hidesAmounts);
  return {
    streamerName: streamer?.username ?? '',
    role,
    isPaused: rows.isPaused,
    sound: rows.sound,
    overlay: rows.overlay,
    now: presentNow(ports, rows, hidesAmounts),
    toApprove: rows.toApprove.map(present),
    next: rows.next.map(present),
    tray: rows.tray.map(present),
    recent: rows.recent.map((alert) => ({
      ...presentSettled(alert, hidesAmounts),
      ...(rows.taken.has(alert.id) && { isTaken: true }),
    })),
    counts: rows.counts,
    cleared: rows.cleared,
  };
}

function presentNow(
  { settings: { pace } }: Pick<Ports, 'settings'>,
  { now, look }: DeskRows,
  hidesAmounts: boolean,
): AlertDesk['now'] {
  if (now?.sentAt == null) return null;
  const endsAt = now.sentAt.getTime() + holdMs(timesOf(now, look), pace);
  return {
    ...presentDeskAlert(now, hidesAmounts),
    sentAt: now.sentAt.toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isSettled: now.settledAt !== null,
  };
}

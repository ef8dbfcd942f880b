import type { ListedDonation } from '#contract/donation.ts';
import type { WidgetState } from '#contract/widgets.ts';
import type { RoomEvent } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';

/** The shortest time between two readings for one streamer; after one that took long, as many times longer. */
const restMs = 1000;
const restsPerReading = 10;
/** Every so often all open widgets are read anew: a day ends, and whatever was missed is made good. */
const everyMs = 60_000;

/** What the refreshing needs of the sockets of this process. */
interface WidgetSockets {
  /** Whether widgets of this streamer are open here. */
  isOpen(userId: string): boolean;
  /** Ids of all such streamers. */
  listOpen(): string[];
  read(userId: string): Promise<{ state: WidgetState }>;
  send(userId: string, state: WidgetState): void;
  onError(error: unknown): void;
}

/** Keeps the open widgets of one process up to date. */
interface WidgetRefresh {
  /** Is told every committed event, and picks those after which widgets show something else. */
  hear(event: RoomEvent): void;
  stop(): void;
}

/**
 * Starts the refreshing.
 *
 * A payment writes nothing for the widgets: its `donation_changed` is enough, so it costs nothing where no widget is
 * open. The first change is read at once; what comes within a second after it is read together, the last of it always.
 * Where a reading takes long, a tenth of the time goes into it and no more.
 */
export function createWidgetRefresh(sockets: WidgetSockets): WidgetRefresh {
  const resting = new Map<string, { timer: NodeJS.Timeout | null; isDue: boolean }>();
  let isStopped = false;

  const refresh = async (userId: string): Promise<void> => {
    try {
      const { state } = await sockets.read(userId);
      if (!isStopped) sockets.send(userId, state);
    } catch (error) {
      if (!isStopped) sockets.onError(error);
    }
  };

  const touch = async (userId: string): Promise<void> => {
    const rest = resting.get(userId);
    if (rest !== undefined) {
      rest.isDue = true;
      return;
    }
    const own: { timer: NodeJS.Timeout | null; isDue: boolean } = { timer: null, isDue: false };
    resting.set(userId, own);
    const began = performance.now();
    await refresh(userId);
    if (isStopped) return;
    const pauseMs = Math.max(restMs, (performance.now() - began) * restsPerReading);
    own.timer = setTimeout(() => {
      resting.delete(userId);
      if (own.isDue) void touch(userId);
    }, pauseMs);
  };

  // One after the other: many open widgets must not take every connection to the database at once. And never beside
  // another reading for the same streamer, which may end before this one and know more.
  const refreshAll = async (): Promise<void> => {
    for (const userId of sockets.listOpen()) await touch(userId);
  };
  const interval = setInterval(() => void refreshAll(), everyMs);

  return {
    hear(event) {
      const userId = changedFor(event);
      if (userId !== null && sockets.isOpen(userId)) void touch(userId);
    },
    stop() {
      isStopped = true;
      clearInterval(interval);
      for (const { timer } of resting.values()) if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Whose widgets show something else after an event; null for most events. What is not paid shows nowhere. */
function changedFor({ room, name, body }: RoomEvent): string | null {
  const userId = room.slice(room.indexOf(':') + 1);
  if (name === 'widgets_changed') return room === rooms.widgets(userId) ? userId : null;
  if (name !== 'donation_changed' || room !== rooms.streamer(userId)) return null;
  const { status } = body as ListedDonation;
  return status === 'PENDING' || status === 'EXPIRED' ? null : userId;
}

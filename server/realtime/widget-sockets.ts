import { Problem } from '#contract/problem.ts';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { createWidgetRefresh } from '#server/app/desk/widget-refresh.ts';
import { findWidgetStreamer } from '#server/app/desk/widgets.ts';
import type { RoomMembers } from './room-members.ts';
import type { LiveSocket } from './socket-state.ts';

const roomStart = rooms.widgets('');

/**
 * Lets a socket hear of a streamer's widgets and tells it what they show now. Of an earlier streamer it hears no more.
 *
 * Joins first and looks again then: what changes in between is heard, and a code that was replaced meanwhile opens
 * nothing. What it is told in between is not undone by this older reading. Throws `Problem('invalid_link_code')` for any
 * code but the secret one.
 */
export async function joinWidgets(
  ports: Pick<Ports, 'streamers' | 'widgets'> & { members: RoomMembers },
  socket: LiveSocket,
  linkCode: string,
): Promise<void> {
  const { userId } = await findWidgetStreamer(ports, linkCode);
  const { members } = ports;
  for (const room of members.roomsOf(socket)) if (room.startsWith(roomStart)) members.leave(socket, room);
  socket.data.isToldWidgets = false;
  members.join(socket, rooms.widgets(userId));
  try {
    await findWidgetStreamer(ports, linkCode);
    const { state } = await ports.widgets.read(userId);
    if (!socket.data.isToldWidgets) socket.emit('widgets_changed', state);
  } catch (error) {
    if (error instanceof Problem) members.leave(socket, rooms.widgets(userId));
    throw error;
  }
}

/** The widgets that are open, as their refreshing sees them. */
export function widgetSockets(
  members: RoomMembers,
  ports: Pick<Ports, 'widgets'>,
  log: Log,
): Parameters<typeof createWidgetRefresh>[0] {
  return {
    isOpen: (userId) => members.has(rooms.widgets(userId)),
    listOpen: () =>
      members
        .names()
        .filter((room) => room.startsWith(roomStart))
        .map((room) => room.slice(roomStart.length)),
    read: (userId) => ports.widgets.read(userId),
    send(userId, state) {
      for (const socket of members.socketsIn(rooms.widgets(userId))) {
        socket.data.isToldWidgets = true;
        socket.emit('widgets_changed', state);
      }
    },
    onError: (error) =>
      log.warn({ error }, 'Open widgets could not be brought up to date; it is tried again.'),
  };
}

import type { RoomEvent } from '#server/app/ports.ts';
import type { LiveNamespace, LiveSocket } from './socket-state.ts';

/**
 * Hands a committed event to the local sockets of its room.
 *
 * An alert goes only to overlays that are visible and may take alerts, and the moment is kept on that very socket:
 * without it an acknowledgement does not count. A session hears only that it has ended: its sockets end with it. Overlays of a
 * public code that has been replaced by the secret one come again, and then without alerts.
 */
export function deliverEvent(namespace: LiveNamespace, event: RoomEvent, now: number): void {
  if (event.name !== 'show_donation') {
    namespace.to(event.room).emit(event.name, event.body as never);
    if (event.room.startsWith('session:')) namespace.in(event.room).disconnectSockets(true);
    if (event.room.startsWith('public-overlay:')) reconnectAll(namespace, event.room);
    return;
  }
  const shown = event.body as RoomEvent<'show_donation'>['body'];
  for (const id of namespace.adapter.rooms.get(event.room) ?? []) {
    const socket: LiveSocket | undefined = namespace.sockets.get(id);
    const seat = socket?.data.overlay;
    if (socket === undefined || seat?.takesAlerts !== true || !seat.isVisible) continue;
    if (!seat.sentAt.has(shown.id)) seat.sentAt.set(shown.id, now);
    socket.emit('show_donation', shown);
  }
}

/** Cuts the connection under the sockets of a room: their clients take it for a lost one and connect again. */
function reconnectAll(namespace: LiveNamespace, room: string): void {
  for (const id of namespace.adapter.rooms.get(room) ?? []) namespace.sockets.get(id)?.conn.close();
}

import type { ServerEvent, ServerToClient } from '#contract/events.ts';
import type { RoomEvent } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { RoomMembers } from './room-members.ts';
import { forgetSent, type LiveSocket } from './socket-state.ts';

/** The event that a desk hears often, and the shortest time between two of them. */
const deskEvent = 'alerts_changed';
const deskEveryMs = 100;

/** Hands committed events to the local sockets of their rooms. */
export interface EventDelivery {
  /** `nowMs`: elapsed milliseconds, as those of a client's events. */
  deliver(event: RoomEvent, nowMs: number): void;
  stop(): void;
}

/**
 * Opens the delivery to the sockets of a process.
 *
 * An alert goes only to overlays that are visible and may take alerts, and the moment is kept on that very socket:
 * without it an acknowledgement does not count. A session or access token hears only that it has ended: its sockets end
 * with it. What came by a code that is no longer good connects again, and then without alerts or not at all. A desk
 * hears at once that it has changed, and then ten times a second at most, the last of it always.
 */
export function createEventDelivery(members: RoomMembers): EventDelivery {
  const resting = new Map<string, { timer: NodeJS.Timeout; latest: RoomEvent | null }>();

  const tellDesk = (event: RoomEvent): void => {
    const rest = resting.get(event.room);
    if (rest !== undefined) {
      rest.latest = event;
      return;
    }
    emitTo(members, event);
    const timer = setTimeout(() => {
      const latest = resting.get(event.room)?.latest ?? null;
      resting.delete(event.room);
      if (latest !== null) tellDesk(latest);
    }, deskEveryMs);
    resting.set(event.room, { timer, latest: null });
  };

  return {
    deliver(event, nowMs) {
      const cameByCode = socketsByCode(members, event.room);
      if (cameByCode !== null) return reconnectAll(cameByCode, event);
      // Every server reads what concerns the sockets of all of them.
      if (!members.has(event.room)) return;
      if (event.name === 'show_donation')
        return showAlert(members, event as RoomEvent<'show_donation'>, nowMs);
      if (event.name === 'speak') return speak(members, event as RoomEvent<'speak'>);
      if (event.name === 'alert_skipped') forget(members, event as RoomEvent<'alert_skipped'>);
      if (event.name === deskEvent) return tellDesk(event);
      emitTo(members, event);
      if (event.room.startsWith('session:'))
        for (const socket of members.socketsIn(event.room)) socket.disconnect(true);
    },
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer);
    },
  };
}

function emitTo(members: RoomMembers, event: RoomEvent): void {
  for (const socket of members.socketsIn(event.room)) emit(socket, event);
}

/** The name of an event and its body belong together: `RoomEvent` was made so where it was written. */
function emit<E extends ServerEvent>(socket: LiveSocket, { name, body }: RoomEvent<E>): void {
  socket.emit(name, ...([body] as unknown as Parameters<ServerToClient[E]>));
}

/** The overlays in a room that may take alerts and are seen. */
function* takersIn(members: RoomMembers, room: string) {
  for (const socket of members.socketsIn(room)) {
    const seat = socket.data.overlay;
    // A socket that changes streamers leaves the rooms of one before it gets the seat of another; this must hold
    // whatever the way there.
    if (seat?.takesAlerts === true && seat.isVisible && rooms.overlay(seat.userId) === room)
      yield { socket, seat };
  }
}

function showAlert(members: RoomMembers, { room, body }: RoomEvent<'show_donation'>, nowMs: number): void {
  for (const { socket, seat } of takersIn(members, room)) {
    seat.sent ??= new Map();
    if (!seat.sent.has(body.alertId)) seat.sent.set(body.alertId, { donationId: body.id, at: nowMs });
    socket.emit('show_donation', body);
  }
}

/** To the same ones: what is read is what stands on the card. */
function speak(members: RoomMembers, { room, body }: RoomEvent<'speak'>): void {
  for (const { socket } of takersIn(members, room)) socket.emit('speak', body);
}

/** What was taken away is not waited for. */
function forget(members: RoomMembers, { room, body }: RoomEvent<'alert_skipped'>): void {
  for (const { data } of members.socketsIn(room)) {
    if (data.overlay !== undefined) forgetSent(data.overlay, body.alertId);
  }
}

/**
 * Who came by a code that is good no more; null for any other room. A room of their own would weigh a third of a
 * kilobyte for each overlay, for an event that hardly ever comes.
 */
function socketsByCode(members: RoomMembers, room: string): LiveSocket[] | null {
  const [, kind, userId] = /^(public-overlay|widget-code):(.+)$/.exec(room) ?? [];
  if (userId === undefined) return null;
  const isSecret = kind === 'widget-code';
  const overlays = members.socketsIn(rooms.overlay(userId));
  const found = overlays.filter(({ data }) => data.isByWidgetCode === isSecret);
  return isSecret ? [...found, ...members.socketsIn(rooms.widgets(userId))] : found;
}

/** Tells them, and cuts the connection under them: their clients take it for a lost one and connect again. */
function reconnectAll(sockets: readonly LiveSocket[], event: RoomEvent): void {
  for (const socket of sockets) {
    emit(socket, event);
    socket.conn.close();
  }
}

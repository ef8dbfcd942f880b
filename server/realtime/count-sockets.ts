import { rooms } from '#server/app/rooms.ts';
import type { RoomMembers } from './room-members.ts';
import type { LiveNamespace, LiveSocket } from './socket-state.ts';

/** What a socket is there for. `new` has not said it yet. */
export type SocketKind = 'overlay' | 'preview' | 'dashboard' | 'desk' | 'widget' | 'donor' | 'new';

const kinds: readonly [SocketKind, string][] = [
  ['dashboard', rooms.streamer('')],
  ['desk', rooms.desk('')],
  ['widget', rooms.widgets('')],
  ['donor', rooms.donation('')],
];

/** How many sockets of this process are open, by what they are there for. */
export function countSockets(namespace: LiveNamespace, members: RoomMembers): Record<SocketKind, number> {
  const counts = { overlay: 0, preview: 0, dashboard: 0, desk: 0, widget: 0, donor: 0, new: 0 };
  for (const socket of namespace.sockets.values()) counts[kindOf(socket, members)] += 1;
  return counts;
}

function kindOf(socket: LiveSocket, members: RoomMembers): SocketKind {
  const { overlay } = socket.data;
  if (overlay !== undefined) return overlay.isCounted ? 'overlay' : 'preview';
  const names = members.roomsOf(socket);
  return kinds.find(([, start]) => names.some((name) => name.startsWith(start)))?.[0] ?? 'new';
}

import { expect, test } from 'vitest';
import { RoomMembers } from './room-members.ts';
import type { LiveSocket } from './socket-state.ts';

const open = (): LiveSocket => ({ connected: true }) as LiveSocket;

test('a room knows one socket and many, a socket one room and many', () => {
  const members = new RoomMembers();
  const [ada, kat, lin] = [open(), open(), open()] as const;
  members.join(ada, 'desk', 'desk');
  expect(members.socketsIn('desk')).toEqual([ada]);
  members.join(kat, 'desk', 'widgets', 'session');
  members.join(lin, 'desk');
  members.join(lin, 'desk');
  expect(members.socketsIn('desk')).toEqual([ada, kat, lin]);
  expect(members.roomsOf(kat)).toEqual(['desk', 'widgets', 'session']);
  expect(members.names()).toEqual(['desk', 'widgets', 'session']);

  members.leave(ada, 'desk');
  members.leave(ada, 'desk');
  members.leave(lin, 'elsewhere');
  expect(members.socketsIn('desk')).toEqual([kat, lin]);
  members.leaveAll(kat);
  expect(members.socketsIn('desk')).toEqual([lin]);
});

test('nothing is kept of whoever has left', () => {
  const members = new RoomMembers();
  const sockets = [open(), open()];
  for (const socket of sockets) members.join(socket, 'desk', 'widgets');
  for (const socket of sockets) members.leaveAll(socket);
  expect(members.names()).toEqual([]);
  expect(members.has('desk')).toBe(false);
  expect(sockets.flatMap((socket) => members.roomsOf(socket))).toEqual([]);
});

test('a socket that has gone joins nothing any more', () => {
  const members = new RoomMembers();
  const gone = { connected: false } as LiveSocket;
  members.join(gone, 'desk');
  expect(members.has('desk')).toBe(false);
  expect(members.roomsOf(gone)).toEqual([]);
});

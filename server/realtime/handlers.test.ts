import { expect, test, vi } from 'vitest';
import { type HandlerPorts, handlers } from './handlers.ts';
import { RoomMembers } from './room-members.ts';
import type { LiveSocket } from './socket-state.ts';

const token = 'x'.repeat(43);

test.each([
  ['streamer_connect', token],
  ['desk_connect', token],
  ['desk_connect', `brava_${token}`],
] as const)('what ends while its socket comes in by %s opens nothing', async (event, cameBy) => {
  const emit = vi.fn<() => void>();
  const disconnect = vi.fn<() => void>();
  const auth = { token: cameBy };
  const socket = { connected: true, handshake: { auth }, emit, disconnect } as unknown as LiveSocket;
  const members = new RoomMembers();
  const announce = vi.fn<() => Promise<void>>(async () => undefined);
  const untilJoined = async <T>(found: T) => (members.roomsOf(socket).length === 0 ? found : null);
  const ports = {
    sessions: { find: () => untilJoined(cameBy === token ? { userId: 'kat' } : null) },
    accessTokens: { find: () => untilJoined({ userId: 'kat', scopes: ['moderator'] }) },
    streamers: { find: async () => null },
    overlays: { announce },
    members,
  } as unknown as HandlerPorts;

  await handlers[event](ports, socket, { userId: 'kat' } as never, 0);
  expect(members.roomsOf(socket)).not.toHaveLength(0);
  expect(disconnect).toHaveBeenCalledExactlyOnceWith(true);
  expect(emit).toHaveBeenCalledExactlyOnceWith('error', expect.objectContaining({ code: 'unauthorized' }));
  expect(announce).not.toHaveBeenCalled();
});

import { expect, test, vi } from 'vitest';
import { handlers, type RealtimePorts } from './handlers.ts';
import type { LiveSocket } from './socket-state.ts';

const token = 'x'.repeat(43);

test.each([
  ['streamer_connect', token],
  ['desk_connect', token],
  ['desk_connect', `brava_${token}`],
] as const)('what ends while its socket comes in by %s opens nothing', async (event, cameBy) => {
  const join = vi.fn<() => Promise<void>>(async () => undefined);
  const emit = vi.fn<() => void>();
  const disconnect = vi.fn<() => void>();
  const auth = { token: cameBy };
  const socket = { handshake: { auth }, join, emit, disconnect } as unknown as LiveSocket;
  const announce = vi.fn<() => Promise<void>>(async () => undefined);
  const untilJoined = async <T>(found: T) => (join.mock.calls.length === 0 ? found : null);
  const ports = {
    sessions: { find: () => untilJoined(cameBy === token ? { userId: 'kat' } : null) },
    accessTokens: { find: () => untilJoined({ userId: 'kat', scopes: ['moderator'] }) },
    streamers: { find: async () => null },
    overlays: { announce },
  } as unknown as RealtimePorts;

  await handlers[event](ports, socket, { userId: 'kat' } as never, 0);
  expect(join).toHaveBeenCalledOnce();
  expect(disconnect).toHaveBeenCalledExactlyOnceWith(true);
  expect(emit).toHaveBeenCalledExactlyOnceWith('error', expect.objectContaining({ code: 'unauthorized' }));
  expect(announce).not.toHaveBeenCalled();
});

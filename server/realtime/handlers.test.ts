import { expect, test, vi } from 'vitest';
import type { Session } from '#server/app/account-ports.ts';
import { handlers, type RealtimePorts } from './handlers.ts';
import type { LiveSocket } from './socket-state.ts';

test('a session that ends while its socket comes in opens nothing', async () => {
  const token = 'x'.repeat(43);
  const join = vi.fn<() => Promise<void>>(async () => undefined);
  const emit = vi.fn<() => void>();
  const disconnect = vi.fn<() => void>();
  const socket = { handshake: { auth: { token } }, join, emit, disconnect } as unknown as LiveSocket;
  const announce = vi.fn<() => Promise<void>>(async () => undefined);
  const find = async () => (join.mock.calls.length === 0 ? ({ userId: 'kat' } as Session) : null);
  const ports = { sessions: { find }, overlays: { announce } } as unknown as RealtimePorts;

  await handlers.streamer_connect(ports, socket, { userId: 'kat' }, new Date());
  expect(disconnect).toHaveBeenCalledExactlyOnceWith(true);
  expect(emit).toHaveBeenCalledExactlyOnceWith('error', expect.objectContaining({ code: 'unauthorized' }));
  expect(announce).not.toHaveBeenCalled();
});

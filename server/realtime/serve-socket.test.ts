import { expect, test, vi } from 'vitest';
import { problems } from '#contract/problem.ts';
import type { HandlerPorts } from './handlers.ts';
import { RoomMembers } from './room-members.ts';
import { createSocketService } from './serve-socket.ts';
import type { LiveSocket } from './socket-state.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['57P01', 'unavailable', 'warn'],
  ['08006', 'unavailable', 'warn'],
  ['ECONNREFUSED', 'unavailable', 'warn'],
  ['23505', 'internal', 'error'],
] as const)(
  'whoever connects while their streamer cannot be read (%s) hears "%s" and comes again',
  async (failure, code, level) => {
    const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
    const refused = vi.fn<() => void>();
    const ports = {
      streamers: { findByCode: () => Promise.reject(withCode(failure)) },
      members: new RoomMembers(),
      meter: { refused },
    } as unknown as HandlerPorts;
    let take: ((event: [string, unknown]) => void) | undefined;
    const emit = vi.fn<() => void>();
    const close = vi.fn<() => void>();
    const socket = {
      connected: true,
      data: {},
      conn: { close },
      emit,
      use: (taking: typeof take) => (take = taking),
      on: () => undefined,
    } as unknown as LiveSocket;
    const serving = { ports, admission: null, announceWithinMs: 60_000, elapsedMs: () => 0, log };
    createSocketService({ ...serving, onLeaving: () => undefined })(socket);

    take?.(['obs_connect', { linkCode: 'a widget' }]);
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(emit).toHaveBeenCalledExactlyOnceWith('error', { message: problems[code][1], code });
    expect(refused).toHaveBeenCalledExactlyOnceWith('socket', code);
    expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual(
      level === 'warn' ? [1, 0] : [0, 1],
    );
  },
);

import { expect, test, vi } from 'vitest';
import { problems } from '#contract/problem.ts';
import type { HandlerPorts } from './handlers.ts';
import { RoomMembers } from './room-members.ts';
import { createSocketService } from './serve-socket.ts';
import type { LiveSocket } from './socket-state.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const withCode = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['57P01', 'unavailable'],
  ['08006', 'unavailable'],
  ['ECONNREFUSED', 'unavailable'],
  ['23505', 'internal'],
] as const)(
  'whoever connects while their streamer cannot be read (%s) hears "%s" and comes again',
  async (failure, code) => {
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
  },
);

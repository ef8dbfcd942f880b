import { expect, test, vi } from 'vitest';
import type { WidgetState } from '#contract/widgets.ts';
import type { Ports } from '#server/app/ports.ts';
import { RoomMembers } from './room-members.ts';
import type { LiveSocket } from './socket-state.ts';
import { joinWidgets, widgetSockets } from './widget-sockets.ts';

const older = { goal: { raised: 1 } } as WidgetState;
const newer = { goal: { raised: 2 } } as WidgetState;
const findByCode = async () => ({ isWidgetCode: true, streamer: { id: 'ada' } });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('what a widget reads as it joins does not undo what it is told meanwhile, and is told where it is told nothing', async () => {
  const emit = vi.fn<(name: string, state: WidgetState) => void>();
  const socket = { connected: true, data: {}, emit } as unknown as LiveSocket;
  const members = new RoomMembers();
  const reading = Promise.withResolvers<{ state: WidgetState }>();
  const read = vi.fn<() => Promise<{ state: WidgetState }>>(() => reading.promise);
  const ports = { members, streamers: { findByCode }, widgets: { read } } as unknown as Pick<
    Ports,
    'streamers' | 'widgets'
  > & { members: RoomMembers };

  const joined = joinWidgets(ports, socket, 'secret');
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  widgetSockets(members, ports, log).send('ada', newer);
  reading.resolve({ state: older });
  await joined;
  expect(emit.mock.calls).toEqual([['widgets_changed', newer]]);

  await joinWidgets(ports, socket, 'secret');
  expect(emit.mock.calls.at(-1)).toEqual(['widgets_changed', older]);
});

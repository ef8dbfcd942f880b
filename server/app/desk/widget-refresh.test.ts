import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WidgetState } from '#contract/widgets.ts';
import type { RoomEvent } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import { createWidgetRefresh } from './widget-refresh.ts';

const ada = 'ada';
const state = {} as WidgetState;
const donation = (status: string, userId = ada): RoomEvent => ({
  room: rooms.streamer(userId),
  name: 'donation_changed',
  body: { status } as RoomEvent['body'],
});

let open: string[];
const read = vi.fn<(userId: string) => Promise<{ state: WidgetState }>>();
const send = vi.fn<(userId: string, state: WidgetState) => void>();
const onError = vi.fn<(error: unknown) => void>();
let refresh: ReturnType<typeof createWidgetRefresh>;

beforeEach(() => {
  vi.useFakeTimers();
  open = [ada];
  read.mockReset().mockResolvedValue({ state });
  send.mockReset();
  onError.mockReset();
  const isOpen = (userId: string) => open.includes(userId);
  refresh = createWidgetRefresh({ isOpen, listOpen: () => open, read, send, onError });
});
afterEach(() => {
  refresh.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('open widgets', () => {
  it('are read at once after a payment, and what comes within a second is read together', async () => {
    for (let i = 0; i < 20; i++) refresh.hear(donation('RECEIVED'));
    await pass(0);
    expect(send).toHaveBeenCalledTimes(1);
    await pass(999);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(send).toHaveBeenCalledTimes(2);
    await pass(5000);
    expect(read).toHaveBeenCalledTimes(2);
    refresh.hear(donation('RECEIVED'));
    await pass(0);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('rest ten times as long as a reading takes', async () => {
    read.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { state };
    });
    for (const after of [0, 100, 400]) {
      await pass(after);
      refresh.hear(donation('SHOWN'));
    }
    await pass(3800);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(300);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are not read where nothing that they show has changed, or none is open', async () => {
    refresh.hear(donation('PENDING'));
    refresh.hear(donation('EXPIRED'));
    refresh.hear(donation('RECEIVED', 'bob'));
    refresh.hear({ room: rooms.desk(ada), name: 'alerts_changed', body: { waiting: 1 } });
    await pass(10);
    expect(read).not.toHaveBeenCalled();
    refresh.hear(donation('FAILED'));
    refresh.hear({ room: rooms.widgets(ada), name: 'widgets_changed', body: state });
    await pass(1000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are read every minute, for days end by themselves, also after a reading that failed', async () => {
    read.mockRejectedValueOnce(new Error('away'));
    await pass(60_000);
    expect([onError.mock.calls.length, send.mock.calls.length]).toEqual([1, 0]);
    await pass(60_000);
    expect(send).toHaveBeenCalledWith(ada, state);
  });

  it('are never sent an older reading behind a newer one, where the minute ends as a payment comes', async () => {
    const [older, newer] = [{ ...state }, { ...state }];
    read.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { state: older };
    });
    read.mockResolvedValue({ state: newer });
    await pass(60_000);
    refresh.hear(donation('RECEIVED'));
    await pass(10_000);
    expect(send.mock.calls.at(-1)?.[1]).toBe(newer);
  });

  it('are left alone after the end', async () => {
    refresh.hear(donation('RECEIVED'));
    await pass(0);
    refresh.hear(donation('RECEIVED'));
    refresh.stop();
    await pass(120_000);
    expect(read).toHaveBeenCalledTimes(1);
  });
});

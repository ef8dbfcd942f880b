import { expect, onTestFinished, test, vi } from 'vitest';
import { lookEveryMs, watchReadiness } from './watch-readiness.ts';

test('where no server is ready none is said to be silent, and none that others take over', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ready = new Set([1, 2, 3]);
  const said: string[] = [];
  const servers = [1, 2, 3].map((port) => ({ port, pid: () => (port === 3 ? null : port) }));
  const stop = watchReadiness({ isReady: (port) => ready.has(port) }, servers, (index) => (line) => {
    said.push(`${index + 1} ${line}`);
  });
  onTestFinished(stop);

  vi.advanceTimersByTime(lookEveryMs);
  expect(said).toEqual([]);
  ready.clear();
  vi.advanceTimersByTime(2 * lookEveryMs);
  const unready = 'is not ready: it gets no requests while another one is';
  expect(said).toEqual([`1 ${unready}`, `2 ${unready}`]);
  ready.add(2);
  vi.advanceTimersByTime(lookEveryMs);
  expect(said.slice(2)).toEqual(['2 takes requests again']);
});

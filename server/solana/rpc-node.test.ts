import { expect, onTestFinished, test, vi } from 'vitest';
import { RpcNode } from './rpc-node.ts';

test('a node stands still since its slot was new, once it tells the same one for two minutes', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const node = new RpcNode(() => Promise.reject(new Error('It is not asked')), null);
  const since = new Date();
  const tellAfter = (ms: number, slot: bigint) => {
    vi.setSystemTime(since.getTime() + ms);
    node.noteSlot(slot, null);
    return node.state.stillSince;
  };
  expect(tellAfter(0, 1000n)).toBeNull();
  expect(tellAfter(120_000, 1000n)).toBeNull();
  expect(tellAfter(120_001, 1000n)).toEqual(since);
  expect(tellAfter(140_000, 1001n)).toBeNull();
});

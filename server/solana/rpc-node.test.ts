import { expect, onTestFinished, test, vi } from 'vitest';
import { Transient } from '#server/app/outside.ts';
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

test('a node that has not come to a slot is alive, and rests like one that failed', async () => {
  const refusal = {
    code: -32_016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: 1 },
  };
  const node = new RpcNode(
    async (text) => ({
      status: 200,
      statusText: 'OK',
      headers: {},
      text: JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(text) as { id: string }).id, error: refusal }),
    }),
    null,
  );
  const call = {
    payload: { jsonrpc: '2.0', id: '1', method: 'getBalance', params: [] },
    method: 'getBalance',
    signal: new AbortController().signal,
    share: 1,
  };
  for (let time = 0; time < 3; time += 1) await expect(node.call(call, () => 0.5)).rejects.toThrow(Transient);
  expect(node.state).toMatchObject({ failures: 0, answeredAt: expect.any(Date), failedAt: null });
  expect(node.restsUntil).toBeGreaterThan(performance.now());
});

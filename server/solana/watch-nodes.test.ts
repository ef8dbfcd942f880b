import { expect, onTestFinished, test, vi } from 'vitest';
import type { Meter } from '#server/app/meter.ts';
import type { RpcClient } from './rpc-client.ts';
import { watchNodes } from './watch-nodes.ts';

/** A node whose call for how far it is ends so. */
const node = (name: string, send: () => Promise<object>) => ({
  name,
  rpc: { getEpochInfo: () => ({ send }) },
});

test('a node that does not answer is told of by name, also before it ever did', async () => {
  const client = {
    each: [
      node('1:a', async () => ({ absoluteSlot: 500n, blockHeight: 400n })),
      node('2:b', () => Promise.reject(new Error('away'))),
    ],
    noteSlots: vi.fn<RpcClient['noteSlots']>(),
    noteHeights: vi.fn<RpcClient['noteHeights']>(),
  } as unknown as RpcClient;
  const nodeAt = vi.fn<Meter['nodeAt']>();
  const watching = watchNodes(client, { nodeAt });
  onTestFinished(() => watching.stop());
  await vi.waitFor(() => expect(client.noteSlots).toHaveBeenCalledWith([500n, null]));
  expect(client.noteHeights).toHaveBeenCalledWith([400n, null]);
  expect(nodeAt.mock.calls).toEqual([
    ['1:a', 500n],
    ['2:b', null],
  ]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import type { Meter } from '#server/app/meter.ts';
import type { RpcClient } from './rpc-client.ts';
import { watchNodes } from './watch-nodes.ts';

/** A node whose call for how far it is ends so. */
const node = (name: string, send: () => Promise<object>, network = 'ours') => ({
  name,
  rpc: { getEpochInfo: () => ({ send }), getGenesisHash: () => ({ send: async () => network }) },
  noteNetwork: vi.fn<RpcClient['each'][number]['noteNetwork']>(),
});

const told = async () => ({ absoluteSlot: 500n, blockHeight: 400n });

test('a node that does not answer is told of by name, also before it ever did', async () => {
  const client = {
    each: [node('1:a', told), node('2:b', () => Promise.reject(new Error('away')))],
    noteSlots: vi.fn<RpcClient['noteSlots']>(),
    noteHeights: vi.fn<RpcClient['noteHeights']>(),
  } as unknown as RpcClient;
  const nodeAt = vi.fn<Meter['nodeAt']>();
  const watching = watchNodes(client, 'ours', { nodeAt });
  onTestFinished(() => watching.stop());
  await vi.waitFor(() => expect(client.noteSlots).toHaveBeenCalledWith([500n, null]));
  expect(client.noteHeights).toHaveBeenCalledWith([400n, null]);
  expect(nodeAt.mock.calls).toEqual([
    ['1:a', 500n],
    ['2:b', null],
  ]);
});

test('each node is told whether it is on the network of the books', async () => {
  const each = [node('1:a', told), node('2:b', told, 'another')];
  const noteSlots = vi.fn<RpcClient['noteSlots']>();
  const client = { each, noteSlots, noteHeights: () => {} } as unknown as RpcClient;
  const watching = watchNodes(client, 'ours', { nodeAt: () => {} });
  onTestFinished(() => watching.stop());
  await vi.waitFor(() => expect(noteSlots).toHaveBeenCalledWith([500n, 500n]));
  expect(each.map(({ noteNetwork }) => noteNetwork.mock.calls)).toEqual([[[false]], [[true]]]);
});

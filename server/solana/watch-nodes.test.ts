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
  const watching = watchNodes(client, 'ours', { meter: { nodeAt }, log: { warn() {} } });
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
  const watching = watchNodes(client, 'ours', { meter: { nodeAt() {} }, log: { warn() {} } });
  onTestFinished(() => watching.stop());
  await vi.waitFor(() => expect(noteSlots).toHaveBeenCalledWith([500n, 500n]));
  expect(each.map(({ noteNetwork }) => noteNetwork.mock.calls)).toEqual([[[false]], [[true]]]);
});

test('that a node gives no answer is logged once, with the reason, and when it is over; not each hiccup', async () => {
  let isAway = true;
  let rounds = 0;
  const sometimes = async () => {
    rounds += 1;
    return isAway ? await Promise.reject(new Error('away')) : await told();
  };
  const [well, ill] = [node('1:a', told), node('2:b', sometimes)];
  ill.rpc.getGenesisHash = () => ({
    send: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('ours')),
  });
  const warn = vi.fn<(detail: object, message: string) => void>();
  const client = { each: [well, ill], noteSlots: () => {}, noteHeights: () => {} } as unknown as RpcClient;
  const watching = watchNodes(client, 'ours', { meter: { nodeAt() {} }, log: { warn }, everyMs: 1 });
  onTestFinished(() => watching.stop());
  const pass = async (more: number) => {
    const until = rounds + more;
    await vi.waitUntil(() => rounds > until);
  };
  await pass(5);
  isAway = false;
  await pass(2);
  expect(warn.mock.calls).toEqual([
    [{ node: '2:b', reason: 'away' }, expect.stringContaining('the others do its work')],
    [{ node: '2:b', awaySeconds: 0 }, 'A Solana node answers again.'],
  ]);
});

test('where the only node gives no answer the log says what that means and what to do', async () => {
  const ill = node('1:a', () => Promise.reject(new Error('away')));
  ill.rpc.getGenesisHash = () => ({ send: () => Promise.reject(new Error('away')) });
  const warn = vi.fn<(detail: object, message: string) => void>();
  const client = { each: [ill], noteSlots: () => {}, noteHeights: () => {} } as unknown as RpcClient;
  const watching = watchNodes(client, 'ours', { meter: { nodeAt() {} }, log: { warn }, everyMs: 1 });
  onTestFinished(() => watching.stop());
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { node: '1:a', reason: 'away' },
      expect.stringContaining('no payment is seen'),
    ),
  );
});

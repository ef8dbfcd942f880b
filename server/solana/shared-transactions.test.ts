import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { expect, test, vi } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import type { Transaction } from './chain-entry.ts';
import { type ReadListed, shareTransactions } from './shared-transactions.ts';

const node = () => ({}) as Rpc<SolanaRpcApi>;
const listed = (slot: bigint, signature = 'signature') => ({ signature: signature as Signature, slot });
const at = (slot: bigint) => ({ slot }) as Transaction;

test('what a node gave is shared with whoever asks it at the same moment or shortly after', async () => {
  const read = vi.fn<ReadListed>(async (_, { slot }) => at(slot));
  const readListed = shareTransactions(read);
  const rpc = node();
  await Promise.all([readListed(rpc, listed(7n)), readListed(rpc, listed(7n))]);
  await expect(readListed(rpc, listed(7n))).resolves.toEqual(at(7n));
  expect(read).toHaveBeenCalledTimes(1);
});

test('another node is asked for itself, and so is one that lists the transaction in another slot', async () => {
  const read = vi.fn<ReadListed>(async (_, { slot }) => at(slot));
  const readListed = shareTransactions(read);
  const rpc = node();
  await readListed(rpc, listed(7n));
  await readListed(node(), listed(7n));
  await expect(readListed(rpc, listed(8n))).resolves.toEqual(at(8n));
  expect(read).toHaveBeenCalledTimes(3);
});

test('a failure is kept for nobody, nor is a transaction that a node gives in another slot than it listed', async () => {
  const read = vi
    .fn<ReadListed>()
    .mockRejectedValueOnce(new Transient('The node does not have it'))
    .mockResolvedValueOnce(at(6n))
    .mockResolvedValue(at(7n));
  const readListed = shareTransactions(read);
  const rpc = node();
  await expect(readListed(rpc, listed(7n))).rejects.toThrow(Transient);
  await expect(readListed(rpc, listed(7n))).resolves.toEqual(at(6n));
  await expect(readListed(rpc, listed(7n))).resolves.toEqual(at(7n));
});

test('it is asked for again after two seconds, and of many the oldest goes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const read = vi.fn<ReadListed>(async (_, { slot }) => at(slot));
  const readListed = shareTransactions(read);
  const rpc = node();
  await readListed(rpc, listed(7n));
  vi.advanceTimersByTime(2001);
  await readListed(rpc, listed(7n));
  expect(read).toHaveBeenCalledTimes(2);
  for (let index = 0; index < 100; index += 1) await readListed(rpc, listed(7n, `signature ${index}`));
  await readListed(rpc, listed(7n));
  expect(read).toHaveBeenCalledTimes(103);
  vi.useRealTimers();
});

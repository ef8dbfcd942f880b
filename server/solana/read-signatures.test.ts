import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { readSignatures } from './read-signatures.ts';

const missed = { signature: '1'.repeat(64), slot: 500n };
const inBlock = ['2', '3', '4'].map((digit) => digit.repeat(88));

const answer = <T>(value: T) => ({
  send: () => (value instanceof Error ? Promise.reject(value) : Promise.resolve(value)),
});

/** A node that knows these transactions alone, and of a block in each slot from the first to the thousandth that holds `block`. */
function nodeThat({ known, block }: { known: readonly string[]; block: readonly string[] | Error }) {
  return {
    getSlot: () => answer(1000n),
    getBlocksWithLimit: (first: bigint) => answer([first]),
    getBlock: () => answer(block instanceof Error ? block : { blockHeight: 1n, signatures: block }),
    getSignatureStatuses: (asked: string[]) =>
      answer({
        context: { slot: 1000n },
        value: asked.map((each) =>
          known.includes(each) ? { slot: 500n, confirmationStatus: 'finalized' } : null,
        ),
      }),
  } as unknown as Rpc<SolanaRpcApi>;
}

test.each([
  { name: 'knows something of its own blocks', known: inBlock.slice(2), block: inBlock, told: 'missing' },
  { name: 'knows nothing of its own blocks', known: [], block: inBlock, told: 'unknown' },
  { name: 'does not tell of its blocks', known: inBlock, block: new Transient('Away'), told: 'unknown' },
  { name: 'has empty blocks, as a sandbox does', known: [], block: [], told: 'missing' },
  { name: 'knows it by then', known: [missed.signature], block: inBlock, told: 'finalized' },
])('what a node lacks that $name is $told', async ({ known, block, told }) => {
  const client = {
    onOneNode: <T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) => work(nodeThat({ known, block })),
  };
  const { states, slots } = await readSignatures(client, [missed]);
  expect(states).toEqual([told]);
  expect(slots).toHaveLength(1);
});

import { getBase58Decoder, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { HistoryTooShort, Transient } from '#server/app/outside.ts';
import { crossReadSignatures } from './read-signatures.ts';

const signatureOf = (first: number) =>
  getBase58Decoder().decode(Uint8Array.from({ length: 64 }, (_, at) => (at === 0 ? first : 7)));
const missed = Array.from({ length: 256 }, (_, at) => ({ signature: signatureOf(at), slot: 500n }));
const inBlock = ['2', '3', '4'].map((digit) => digit.repeat(88));

const answer = <T>(value: T) => ({ send: () => Promise.resolve(value) });

/** A node that knows these transactions alone, and of a block in each slot from the first to the thousandth that holds `block`. */
function nodeThat({ known, block }: { known: readonly string[]; block: readonly string[] | null }) {
  return {
    getSlot: () => answer(1000n),
    getBlocksWithLimit: (first: bigint) => answer([first]),
    getBlock: () => answer(block && { blockHeight: 1n, signatures: block }),
    getSignatureStatuses: (asked: string[]) => {
      expect(asked.length).toBeLessThanOrEqual(256);
      return answer({
        context: { slot: 1000n },
        value: asked.map((each) =>
          known.includes(each) ? { slot: 500n, confirmationStatus: 'finalized' } : null,
        ),
      });
    },
  } as unknown as Rpc<SolanaRpcApi>;
}

const crossRead = (node: Parameters<typeof nodeThat>[0]) =>
  crossReadSignatures({ onTwoNodes: async (work) => [await work(nodeThat(node))] }, missed);

test.each([
  { name: 'knows something of its own blocks', known: inBlock.slice(2), block: inBlock },
  { name: 'has empty blocks, as a sandbox does', known: [], block: [] },
])('what a node lacks that $name is missing', async (node) => {
  const [reading] = await crossRead(node);
  expect(new Set(reading?.states)).toEqual(new Set(['missing']));
});

test.each([
  { name: 'knows nothing of its own blocks', known: [], block: inBlock, told: Transient },
  { name: 'does not tell of its blocks', known: inBlock, block: null, told: HistoryTooShort },
])('a node that $name is passed over', async (node) => {
  await expect(crossRead(node)).rejects.toThrow(node.told);
});

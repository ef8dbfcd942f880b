import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { readOutcomeAmong } from './sweep-outcome.ts';

type Said = Awaited<ReturnType<typeof readOutcomeAmong<string>>>;
const landed: Said = { state: 'landed', entry: 'entry' };
const expired: Said = { state: 'expired' };
const unseen: Said = { state: 'unknown' };
const seen: Said = { state: 'unknown', isSeen: true };

/** What is believed of two nodes that say this, and how often any was asked; null: it does not answer. */
async function among(one: Said, other: Said | null) {
  let asked = 0;
  const client = {
    onOneNode: <T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) => work('one' as never),
    onTwoNodes: <T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) =>
      Promise.all(['one', 'other'].map((node) => work(node as never))),
  };
  const outcome = await readOutcomeAmong(client, async (rpc) => {
    asked += 1;
    const said = (rpc as unknown) === 'one' ? one : other;
    if (said === null) throw new Transient('It does not answer.');
    return said;
  });
  return { outcome, asked };
}

test('a node that never comes so far keeps no transfer on its way for ever, where another one tells its end', async () => {
  expect(await among(unseen, expired)).toEqual({ outcome: expired, asked: 3 });
  expect(await among(unseen, landed)).toEqual({ outcome: landed, asked: 3 });
  expect(await among(unseen, unseen)).toEqual({ outcome: unseen, asked: 3 });
});

test('what a node has seen, or knows the end of, costs no other question, and what one of two has seen has no end yet', async () => {
  expect(await among(seen, expired)).toEqual({ outcome: seen, asked: 1 });
  expect(await among(landed, unseen)).toEqual({ outcome: landed, asked: 1 });
  expect(await among(unseen, seen)).toEqual({ outcome: seen, asked: 3 });
});

test('a second node that does not answer changes nothing', async () => {
  expect(await among(unseen, null)).toEqual({ outcome: unseen, asked: 3 });
});

import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { readOutcomeAmong } from './sweep-outcome.ts';

type Said = Awaited<ReturnType<typeof readOutcomeAmong<string>>>;
const landed: Said = { state: 'landed', entry: 'entry' };
const expired: Said = { state: 'expired' };
const unseen: Said = { state: 'unknown' };
const seen: Said = { state: 'unknown', isSeen: true };

/** What is believed of two nodes that say this, and who was asked; null: it does not answer. */
async function among(one: Said, other: Said | null, isOverdue = true) {
  const asked: string[] = [];
  const client = {
    onOneNode: <T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) => work('one' as never),
    onTwoNodes: <T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) =>
      Promise.all(['one', 'other'].map((node) => work(node as never))),
  };
  const outcome = await readOutcomeAmong(client, isOverdue, async (rpc) => {
    asked.push(rpc as unknown as string);
    const said = (rpc as unknown) === 'one' ? one : other;
    if (said === null) throw new Transient('It does not answer.');
    return said;
  });
  return { outcome, asked: asked.join(' ') };
}

test('a node that never comes so far keeps no transfer on its way for ever, where another one tells its end', async () => {
  expect(await among(unseen, expired)).toEqual({ outcome: expired, asked: 'one other' });
  expect(await among(unseen, landed)).toEqual({ outcome: landed, asked: 'one other' });
  expect(await among(unseen, unseen)).toEqual({ outcome: unseen, asked: 'one other' });
});

test.each([unseen, seen, landed, expired])(
  'of a transfer that is not overdue one node is asked, once: %j',
  async (said) => {
    expect(await among(said, expired, false)).toEqual({ outcome: said, asked: 'one' });
  },
);

test('what one of two has seen has no end yet, and what has landed by one is not signed anew', async () => {
  expect(await among(unseen, seen)).toMatchObject({ outcome: seen });
  expect(await among(expired, seen)).toMatchObject({ outcome: seen });
  expect(await among(expired, landed)).toMatchObject({ outcome: landed });
});

test('where the second node does not answer the first one is believed', async () => {
  expect(await among(unseen, null)).toMatchObject({ outcome: unseen });
  expect(await among(expired, null)).toMatchObject({ outcome: expired });
});

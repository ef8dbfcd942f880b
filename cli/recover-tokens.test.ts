import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { forFile } from '#server/test/for-file.ts';
import { startTestChain } from '#server/test/solana-fixture.ts';
import { issueToken } from '#server/test/token-fixture.ts';
import type { TokenEntry } from '#server/domain/token-side.ts';
import { recoverTokens } from './recover-tokens.ts';

const chain = forFile(startTestChain);

const path = (user: number, index: number) => ({ user, epoch: 0, index });
type Search = Parameters<typeof recoverTokens>[1];

/** A search of the first epoch for one token, with nothing known unless it is given. */
const search = (given: { mint: string } & Partial<Search> & Partial<Search['epochs'][number]>): Search => ({
  found: { wallets: [], deposits: [] },
  tokens: [{ mint: given.mint, symbol: 'TEST', decimals: 6 }],
  ownerOf: ({ user }) => path(user, 0),
  isInBooks: () => false,
  again: 'recover',
  onProgress: () => {},
  ...given,
  epochs: [{ epoch: 0, nextIndexes: new Map(), knownTo: new Map(), gap: 60, userGap: 1, ...given }],
});

test('tokens on addresses that no book knows go to their owners’ wallets, and those in the books stay', async () => {
  const { vault, tokenChain } = chain.solana;
  const { mint, give, unitsOf } = await issueToken(chain.sandbox.url, 6);
  const [owner, lost, kept] = await Promise.all([0, 140, 7].map((index) => vault.addressOf(path(3, index))));
  if (owner === undefined || lost === undefined || kept === undefined) throw new Error('There are three.');
  await give(lost, 11n);
  await give(kept, 22n);
  const inBooks = await tokenChain.accountOf(kept, mint);
  const recover = () =>
    recoverTokens(
      { vault, chain: tokenChain },
      search({ mint, nextIndexes: new Map([[3, 100]]), isInBooks: (account) => account === inBooks }),
    );
  await expect
    .poll(async () => (await recover()).unmoved)
    .toMatchObject([{ address: lost, reason: expect.stringMatching(/send SOL to \w+.* brava -- recover$/) }]);
  await chain.fund(tokenChain.feePayer, 1_000_000_000n);
  expect(await recover()).toEqual({
    moved: [expect.stringContaining('0.000011 TEST')],
    unmoved: [],
    holders: [{ path: path(3, 140), address: lost }],
  });
  expect([await unitsOf(owner), await unitsOf(kept)]).toEqual([11n, 22n]);
});

test('the search goes on beyond each find, however far it stood from the end, and for streamers who left no other trace', async () => {
  const { vault, tokenChain } = chain.solana;
  const { mint, give } = await issueToken(chain.sandbox.url, 6);
  // The second of a streamer lies beyond the end that the first one has moved; a payment in SOL moves it as well.
  const held = [path(2, 140), path(2, 190), path(4, 2), path(5, 280), path(8, 100)];
  for (const each of held) await give(await vault.addressOf(each), 5n);
  const last = await tokenChain.accountOf(await vault.addressOf(path(8, 100)), mint);
  await expect.poll(async () => (await tokenChain.finalizedUnits([last])).get(last)).toBe(5n);
  const deposit = { path: path(5, 250), address: await vault.addressOf(path(5, 250)), lamports: 1n };
  const looked: number[] = [];
  const { moved, unmoved, holders } = await recoverTokens(
    { vault, chain: tokenChain },
    search({
      mint,
      nextIndexes: new Map([[2, 100]]),
      userGap: 3,
      found: { wallets: [], deposits: [deposit as never] },
      onProgress: (sofar) => looked.push(sofar),
    }),
  );
  expect(holders.map((holder) => holder.path)).toEqual(held);
  expect([moved.length, unmoved]).toEqual([held.length, []]);
  // Beyond the last streamer of whom there is a trace only the first hundred addresses are looked at.
  const first = 6 * 100;
  expect(looked.at(-1)).toBe(first + 60 + 250 + 60 + 62 + 340 + 60 + 60 + 160);
});

test('what lands and fails each time is tried again after growing pauses, and at last left', async () => {
  const { vault, tokenChain } = chain.solana;
  const { mint, give } = await issueToken(chain.sandbox.url, 6);
  await chain.fund(tokenChain.feePayer, 1_000_000_000n);
  const address = await vault.addressOf(path(12, 1));
  await give(address, 7n);
  const account = await tokenChain.accountOf(address, mint);
  await expect.poll(async () => (await tokenChain.finalizedUnits([account])).get(account)).toBe(7n);
  const waits: number[] = [];
  let sent = 0;
  const failing = {
    ...tokenChain,
    send: async () => void (sent += 1),
    outcome: async () => ({ state: 'landed', entry: { succeeded: false } as TokenEntry }) as const,
  };
  const { unmoved } = await recoverTokens(
    { vault, chain: failing },
    search({
      mint,
      nextIndexes: new Map([[12, 2]]),
      gap: 1,
      wait: async (ms: number) => void waits.push(ms),
    }),
  );
  expect(unmoved).toMatchObject([
    { address, reason: expect.stringContaining('landed and failed each time') },
  ]);
  expect([sent, waits]).toEqual([3, [10_000, 20_000]]);
});

const behind = () => Promise.reject(new Transient('The node fell behind between two answers'));
const unknown = async () => ({ state: 'unknown' });

test('a node that is behind for a moment is asked again, and ends nothing', async () => {
  const { vault, tokenChain } = chain.solana;
  const { mint, give } = await issueToken(chain.sandbox.url, 6);
  await chain.fund(tokenChain.feePayer, 1_000_000_000n);
  const address = await vault.addressOf(path(11, 1));
  await give(address, 7n);
  const account = await tokenChain.accountOf(address, mint);
  await expect.poll(async () => (await tokenChain.finalizedUnits([account])).get(account)).toBe(7n);
  const first = new Map<string | symbol, (() => Promise<unknown>)[]>([
    ['finalizedUnits', [behind]],
    ['sign', [behind]],
    ['send', [behind]],
    ['sendAgain', [behind]],
    ['outcome', [unknown, behind]],
  ]);
  const get = (target: typeof tokenChain, name: string | symbol): unknown =>
    first.get(name)?.shift() ?? Reflect.get(target, name);
  const { moved, unmoved } = await recoverTokens(
    { vault, chain: new Proxy(tokenChain, { get }) },
    search({ mint, nextIndexes: new Map([[11, 2]]), gap: 1 }),
  );
  expect([moved.length, unmoved]).toEqual([1, []]);
  expect([...first.values()].flat()).toEqual([]);
});

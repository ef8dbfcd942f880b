import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestChain, type TestChain } from '#server/test/solana-fixture.ts';
import { issueToken } from '#server/test/token-fixture.ts';
import { recoverTokens } from './recover-tokens.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

test('tokens on addresses that no book knows go to their owners’ wallets, and those in the books stay', async () => {
  const { vault, tokenChain } = chain.solana;
  const { mint, give, unitsOf } = await issueToken(chain.sandbox.url, 6);
  const wallet = { user: 3, epoch: 0, index: 0 };
  const [owner, lost, kept] = await Promise.all(
    [0, 140, 7].map((index) => vault.addressOf({ ...wallet, index })),
  );
  if (owner === undefined || lost === undefined || kept === undefined) throw new Error('There are three.');
  await give(lost, 11n);
  await give(kept, 22n);
  const inBooks = await tokenChain.accountOf(kept, mint);
  const recover = () =>
    recoverTokens(
      { vault, chain: tokenChain },
      {
        epochs: [{ epoch: 0, nextIndexes: new Map([[3, 100]]), knownTo: new Map(), gap: 60, userGap: 1 }],
        wallets: [{ path: wallet, address: owner as never, lamports: 0n }],
        tokens: [{ mint, symbol: 'TEST', decimals: 6 }],
        ownerOf: (path) => ({ ...path, index: 0 }),
        isInBooks: (account) => account === inBooks,
      },
    );
  await expect
    .poll(async () => (await recover()).unmoved)
    .toMatchObject([{ address: lost, reason: expect.stringMatching(/send SOL to \w+.* brava -- recover$/) }]);
  await chain.fund(tokenChain.feePayer, 1_000_000_000n);
  expect(await recover()).toEqual({ moved: [expect.stringContaining('0.000011 TEST')], unmoved: [] });
  expect([await unitsOf(owner), await unitsOf(kept)]).toEqual([11n, 22n]);
});

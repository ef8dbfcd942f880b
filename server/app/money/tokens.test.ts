import { expect, it } from 'vitest';
import { walletTokens } from './tokens.ts';

it('a node that does not answer soon leaves what is held of a token unknown, and the page is not kept waiting', async () => {
  const token = { mint: 'mint', symbol: 'USDC', decimals: 6 };
  const ports = {
    streamers: { find: async () => ({ walletAddress: 'wallet' }) },
    tokens: {
      store: { listKnown: async () => [token] },
      chain: { walletUnits: () => new Promise(() => undefined) },
    },
  } as unknown as Parameters<typeof walletTokens>[0];
  expect(await walletTokens(ports, 'streamer')).toEqual({ data: [{ ...token, amount: null }] });
});

import { address } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import type { SweepChain, SweepRefusal } from '#server/app/sweep-ports.ts';
import { sweepWithoutBooks } from './sweep-without-books.ts';

const deposit = {
  path: { user: 1, epoch: 0, index: 4 },
  address: address('4xkB7rqbMFoVYhL9HRc6SYGbLg3UCbv9CCtwXK8UDzS5'),
  lamports: 5_000_000n,
};

/** A chain that signs nothing. */
function refusing(refusal: SweepRefusal): SweepChain {
  return {
    sign: async () => refusal,
    send: async () => {},
    sendAgain: async () => {},
    outcome: async () => ({ state: 'unknown' }),
    arrivedLamports: async () => 0n,
  };
}

const sweepAmong = (refusal: SweepRefusal, chain = refusing(refusal)) =>
  sweepWithoutBooks(
    {
      sweepChain: chain,
      vault: { addressOf: async () => 'owner' },
      ownerOf: (path) => ({ ...path, index: 0 }),
      finalMs: 100,
    },
    [deposit],
    () => {},
  );

test('money that somebody else has moved meanwhile is not waited for, and nothing of it is left', async () => {
  const gone = await sweepAmong({ refused: 'books_differ', chainLamports: 0n });
  expect(gone).toEqual({ lamports: 0n, feeLamports: 0n, transfers: 0, unmoved: [] });
});

test('a node that cannot sign for a moment is asked again, and ends nothing', async () => {
  const refusal: SweepRefusal = { refused: 'would_fail', chainLamports: 5_000_000n };
  let asked = 0;
  const chain = {
    ...refusing(refusal),
    sign: async () => {
      asked += 1;
      if (asked === 1) throw new Transient('The node does not know the blockhash that it gave');
      return refusal;
    },
  };
  expect((await sweepAmong(refusal, chain)).unmoved).toHaveLength(1);
});

test('money that stays says why: a refusal by the chain is not a lack of money for the fee', async () => {
  const refused = await sweepAmong({ refused: 'would_fail', chainLamports: 5_000_000n });
  expect(refused.unmoved).toEqual([
    { address: deposit.address, reason: expect.stringContaining('the chain would refuse the transfer') },
  ]);
  const dust = await sweepAmong({ refused: 'too_small', chainLamports: 3000n });
  expect(dust.unmoved[0]?.reason).toContain('too little to pay for its own transfer');
});

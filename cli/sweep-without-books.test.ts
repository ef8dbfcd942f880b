import { address } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import type { SignedSweep, SweepChain, SweepOutcome, SweepRefusal } from '#server/app/sweep-ports.ts';
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

const waits: number[] = [];
const sweepAmong = (chain: SweepChain) =>
  sweepWithoutBooks(
    {
      sweepChain: chain,
      vault: { addressOf: async () => 'owner' },
      ownerOf: (path) => ({ ...path, index: 0 }),
      finalMs: 100,
      wait: async (ms) => void waits.push(ms),
    },
    [deposit],
    () => {},
  );

test('money that somebody else has moved meanwhile is not waited for, and nothing of it is left', async () => {
  const gone = await sweepAmong(refusing({ refused: 'books_differ', chainLamports: 0n }));
  expect(gone).toEqual({ lamports: 0n, feeLamports: 0n, transfers: 0, unmoved: [] });
});

/** Refuses for a moment what it is asked first, and then answers. */
function behindAtFirst<T>(answer: T): () => Promise<T> {
  let asked = 0;
  return async () => {
    if ((asked += 1) === 1) throw new Transient('The node fell behind between two answers');
    return answer;
  };
}

const signed: SignedSweep = {
  signature: 'sent',
  raw: new Uint8Array(),
  destination: 'owner',
  lamports: 4_995_000n,
  feeLamports: 5000n,
  feePayer: deposit.address,
  lastValidBlockHeight: 9n,
};

test('what lands and fails each time is tried again after growing pauses, and at last left', async () => {
  const failed = { state: 'landed', entry: { succeeded: false } } as SweepOutcome;
  let sent = 0;
  const { unmoved } = await sweepAmong({
    ...refusing({ refused: 'too_small', chainLamports: 0n }),
    sign: async () => signed,
    send: async () => void (sent += 1),
    outcome: async () => failed,
  });
  expect(unmoved).toMatchObject([{ reason: expect.stringContaining('landed and failed each time') }]);
  // What stayed is tried once more after the rest.
  expect([sent, waits]).toEqual([6, [10_000, 20_000, 10_000, 20_000]]);
}, 20_000);

test('a node that is behind for a moment is asked again, and ends nothing', async () => {
  const landed = { state: 'landed', entry: { succeeded: true } } as SweepOutcome;
  const chain: SweepChain = {
    ...refusing({ refused: 'too_small', chainLamports: 0n }),
    sign: behindAtFirst(signed),
    send: behindAtFirst(undefined),
    outcome: behindAtFirst(landed),
  };
  expect(await sweepAmong(chain)).toEqual({
    lamports: 4_995_000n,
    feeLamports: 5000n,
    transfers: 1,
    unmoved: [],
  });
});

test('money that stays says why: a refusal by the chain is not a lack of money for the fee', async () => {
  const refused = await sweepAmong(refusing({ refused: 'would_fail', chainLamports: 5_000_000n }));
  expect(refused.unmoved).toEqual([
    { address: deposit.address, reason: expect.stringContaining('the chain would refuse the transfer') },
  ]);
  const dust = await sweepAmong(refusing({ refused: 'too_small', chainLamports: 3000n }));
  expect(dust.unmoved[0]?.reason).toContain('too little to pay for its own transfer');
});

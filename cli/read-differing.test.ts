import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import type { SweepRefusal } from '#server/app/sweep-ports.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import { createDiffering } from './read-differing.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const away = (): number => {
  throw new Transient('a node is away');
};

/** An address that was refused for differing books, and a chain that brings so many new transactions a reading. */
function setUp(readings: (() => number)[]) {
  const entries: { signature: string }[] = [];
  const createdAt = new Date();
  const donation = () => ({ id: 'd', address: 'a', createdAt, entries: [...entries], token: null });
  const ports = {
    donations: {
      findByAddress: async () => donation(),
      find: async () => donation(),
      change: async (_: string, decide: (donation: unknown) => unknown) => decide(donation()),
    },
    chain: {
      readEntries: async () => {
        const count = readings.shift()?.() ?? 0;
        const news = Array.from({ length: count }, (_, n) => entryOf(`${entries.length + n}`));
        entries.push(...news);
        return { entries: news, isExplained: false };
      },
    },
    clock: { now: () => new Date() },
  } as unknown as LedgerPorts;
  const refusals = new Map<string, SweepRefusal>([['a', { refused: 'books_differ', chainLamports: 0n }]]);
  return { refusals, differing: createDiffering(ports, refusals) };
}

const entryOf = (signature: string) => ({ signature, slot: 1n, blockTime: new Date(), lamports: 1n });

test('an address of which the chain knows more is read to the end, and may be moved again', async () => {
  const { refusals, differing } = setUp([() => 2, () => 1]);
  expect(await differing.read()).toBe(true);
  expect(refusals.size).toBe(0);
  expect(differing.learnt()).toBe(1);
});

test('an address that its history does not explain is given up after half a minute of looking, and not before', async () => {
  const { refusals, differing } = setUp([]);
  for (let waited = 0; waited <= 30_000; waited += 6000) {
    expect(differing.isGivenUp('a')).toBe(false);
    expect(await differing.read()).toBe(false);
    vi.advanceTimersByTime(6000);
  }
  expect(differing.isGivenUp('a')).toBe(true);
  expect(refusals.size).toBe(1);
});

test('while no node answers nothing is given up', async () => {
  const { differing } = setUp(Array.from({ length: 20 }, () => away));
  for (let reading = 0; reading < 10; reading += 1) {
    expect(await differing.read()).toBe(false);
    vi.advanceTimersByTime(6000);
  }
  expect(differing.isGivenUp('a')).toBe(false);
});

import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChainEntry, Donation } from '#server/domain/donation.ts';
import type { History, KnownHistory } from '#server/app/chain-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { type Looks, lookAtChanges } from '#server/workers/look-at-changes.ts';

const now = new Date();
const entry = (signature: string, lamports: bigint): ChainEntry => ({
  signature,
  lamports,
  slot: 1n,
  blockTime: now,
  feeLamports: 0n,
  payers: [],
  succeeded: true,
  finalized: false,
  dropped: false,
});

interface OpenLooks {
  looks: Looks;
  /** Addresses whose history was asked for, and what was said to be known of each. */
  asked: string[];
  known: Promise<KnownHistory>[];
  /** Donations that were looked up before the chain answered. */
  found: string[];
  answer: (address: string) => void;
}

/** Two donations on a chain that answers when it is told to. */
function openLooks(): OpenLooks {
  const books = new Map(['old', 'new'].map((id) => [id, blank(id)]));
  const asked: string[] = [];
  const known: OpenLooks['known'] = [];
  const found: string[] = [];
  const waiting = new Map<string, (history: History<ChainEntry>) => void>();
  const histories = new Map<string, ChainEntry[]>();
  const looks = lookAtChanges(
    {
      clock: { now: () => now },
      donations: {
        find: async (id: string) => {
          found.push(id);
          return books.get(id) ?? null;
        },
        change: async (id: string, decide: (donation: Donation) => Donation) => {
          const after = decide(books.get(id) ?? blank(id));
          books.set(id, after);
          return after;
        },
      },
      chain: {
        readEntries: (address: string, standing: Parameters<Ports['chain']['readEntries']>[1]) => {
          asked.push(address);
          known.push(Promise.resolve(standing));
          return new Promise<History<ChainEntry>>((resolve) => waiting.set(address, resolve));
        },
      },
      watches: {},
    } as unknown as Ports,
    pino({ level: 'silent' }),
  );
  onTestFinished(() => looks.stop());
  const answer = (address: string): void => {
    const history = histories.get(address) ?? [];
    histories.set(address, [...history, entry(`${address} ${history.length}`, 10n - BigInt(history.length))]);
    waiting.get(address)?.({ entries: histories.get(address) ?? [], isExplained: true });
  };
  return { looks, asked, known, found, answer };
}

function blank(id: string): Donation {
  return {
    id,
    userId: 'user',
    donatorName: '',
    message: '',
    address: id,
    keyPath: { user: 1, epoch: 1, index: 1 },
    minLamports: 1n,
    askedLamports: null,
    hidesName: false,
    hidesAmount: false,
    createdAt: now,
    expiresAt: now,
    receivedLamports: 0n,
    late: false,
    settledHow: null,
    transferSignature: null,
    blockedAt: null,
    blockedFor: null,
    hasClip: false,
    clip: null,
    paidAt: null,
    value: null,
    shownAt: null,
    sweptAt: null,
    expiredAt: null,
    failedAt: null,
    entries: [],
    token: null,
  };
}

test('what moves an address that is paid waits for payments that are being read, and is looked at after them', async () => {
  const { looks, asked, answer } = openLooks();
  const [old, fresh] = ['old', 'new'].map((address) => ({ donationId: address, address }));
  if (old === undefined || fresh === undefined) throw new Error('There are two.');
  looks.add(old, 1n);
  await vi.waitFor(() => expect(asked).toEqual(['old']), 10_000);
  answer('old');
  await vi.waitFor(() => expect(looks.has('old')).toBe(false), 10_000);

  looks.add(old, 2n);
  looks.add(fresh, 2n);
  await vi.waitFor(() => expect(asked).toEqual(['old', 'new']), 10_000);
  expect(looks.has('old')).toBe(true);
  answer('new');
  await vi.waitFor(() => expect(asked).toEqual(['old', 'new', 'old']), 10_000);
  answer('old');
  await vi.waitFor(() => expect(looks.has('old')).toBe(false), 10_000);
});

test('a payment that nobody answers for does not hold up the rest for long', async () => {
  const { looks, asked, answer } = openLooks();
  const old = { donationId: 'old', address: 'old' };
  looks.add(old, 1n);
  await vi.waitFor(() => expect(asked).toEqual(['old']), 10_000);
  answer('old');
  await vi.waitFor(() => expect(looks.has('old')).toBe(false), 10_000);
  looks.add({ donationId: 'new', address: 'new' }, 2n);
  looks.add(old, 2n);
  await vi.waitFor(() => expect(asked).toEqual(['old', 'new', 'old']), { timeout: 5000 });
  answer('old');
  answer('new');
  await vi.waitFor(() => expect(looks.has('old') || looks.has('new')).toBe(false), 10_000);
});

test('only the first look at an address that has nothing asks the chain without the books', async () => {
  const { looks, asked, known, found, answer } = openLooks();
  const watch = { donationId: 'new', address: 'new', knownLamports: 0n };
  looks.add(watch, 1n);
  await vi.waitFor(() => expect(asked).toEqual(['new']), 10_000);
  expect(found).toEqual([]);
  answer('new');
  await vi.waitFor(() => expect(looks.has('new')).toBe(false), 10_000);
  looks.add(watch, 2n);
  await vi.waitFor(() => expect(asked).toEqual(['new', 'new']), 10_000);
  expect(found).toEqual(['new']);
  expect((await Promise.all(known)).map(({ signatures }) => [...signatures])).toEqual([[], ['new 0']]);
  answer('new');
  await vi.waitFor(() => expect(looks.has('new')).toBe(false), 10_000);
  looks.add({ donationId: 'old', address: 'old', knownLamports: 5n }, 2n);
  await vi.waitFor(() => expect(asked).toHaveLength(3), 10_000);
  expect(found).toEqual(['new', 'old']);
  answer('old');
});

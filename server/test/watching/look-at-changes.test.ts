import pino from 'pino';
import { expect, type Mock, onTestFinished, test, vi } from 'vitest';
import type { ChainEntry, Donation } from '#server/domain/donation.ts';
import type { History, KnownHistory } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
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
  /** Addresses that were asked for by calls that can wait. */
  patient: Set<string>;
  /** Addresses of which no node was to be believed that it has nothing new, before all were asked. */
  doubted: string[];
  /** Called whenever the looks that were put off are made due. */
  makeLooksDue: Mock<() => Promise<void>>;
  answer: (address: string) => void;
  fail: (address: string) => void;
}

/** Donations on a chain that answers when it is told to. */
function openLooks({ minLamports = 1n } = {}): OpenLooks {
  const books = new Map<string, Donation>();
  const bookOf = (id: string) => books.get(id) ?? { ...blank(id), minLamports };
  const asked: string[] = [];
  const patient: OpenLooks['patient'] = new Set();
  const doubted: string[] = [];
  const known: OpenLooks['known'] = [];
  const found: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<History<ChainEntry>>>();
  const histories = new Map<string, ChainEntry[]>();
  const makeLooksDue = vi.fn<() => Promise<void>>(async () => undefined);
  const looks = lookAtChanges(
    {
      clock: { now: () => now },
      donations: {
        find: async (id: string) => {
          found.push(id);
          return bookOf(id);
        },
        change: async (id: string, decide: (donation: Donation) => Donation) => {
          const after = decide(bookOf(id));
          books.set(id, after);
          return after;
        },
      },
      chain: {
        readEntries: (...[address, standing, reading]: Parameters<Ports['chain']['readEntries']>) => {
          asked.push(address);
          if (reading?.canWait === true) patient.add(address);
          if (reading?.expectsNews === true) doubted.push(address);
          known.push(Promise.resolve(standing));
          const answering = Promise.withResolvers<History<ChainEntry>>();
          waiting.set(address, answering);
          return answering.promise;
        },
      },
      watches: { putOffLook: async () => undefined, makeLooksDue },
    } as unknown as Ports,
    pino({ level: 'silent' }),
  );
  onTestFinished(() => looks.stop());
  const answer = (address: string): void => {
    const history = histories.get(address) ?? [];
    histories.set(address, [...history, entry(`${address} ${history.length}`, 10n - BigInt(history.length))]);
    waiting.get(address)?.resolve({ entries: histories.get(address) ?? [], isExplained: true });
  };
  const fail = (address: string): void => {
    waiting.get(address)?.reject(new Transient('Every node is at its limit'));
  };
  return { looks, asked, known, found, patient, doubted, makeLooksDue, answer, fail };
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

test('a first change that one node told of is asked all nodes for, and no other one', async () => {
  const { looks, asked, doubted, answer } = openLooks();
  const told = { donationId: 'told', address: 'told' };
  looks.add(told, 1n, { isTold: true });
  looks.add({ donationId: 'read', address: 'read' }, 1n);
  looks.add({ donationId: 'dusty', address: 'dusty', knownLamports: 1n }, 1n, { isTold: true });
  await vi.waitFor(() => expect(asked).toEqual(['told', 'read', 'dusty']), 10_000);
  for (const address of asked) answer(address);
  await vi.waitFor(() => expect(looks.has('told')).toBe(false), 10_000);
  looks.add(told, 2n, { isTold: true });
  await vi.waitFor(() => expect(asked).toEqual(['told', 'read', 'dusty', 'told']), 10_000);
  expect(doubted).toEqual(['told']);
  answer('told');
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

test('dust on donations that it leaves unpaid is read after a first payment, and never keeps all places', async () => {
  const { looks, asked, patient, answer } = openLooks({ minLamports: 1000n });
  const dusty = Array.from({ length: 20 }, (_, index) => ({ donationId: `${index}`, address: `${index}` }));
  for (const watch of dusty) {
    looks.add(watch, 1n);
    await vi.waitFor(() => expect(asked.at(-1)).toBe(watch.address), 10_000);
    answer(watch.address);
    await vi.waitFor(() => expect(looks.has(watch.donationId)).toBe(false), 10_000);
  }
  expect(patient.size).toBe(0);

  asked.length = 0;
  for (const watch of dusty) looks.add(watch, 2n);
  looks.add({ donationId: 'new', address: 'new' }, 2n);
  await vi.waitFor(() => expect(asked).toEqual(['new']), 10_000);
  answer('new');
  await vi.waitFor(() => expect(asked).toHaveLength(9), 10_000);
  looks.add({ donationId: 'newer', address: 'newer' }, 3n);
  await vi.waitFor(() => expect(asked.slice(9)).toEqual(['newer']), 10_000);
  expect([...patient]).toEqual(asked.slice(1, 9));

  answer('newer');
  for (const { donationId, address } of dusty) {
    await vi.waitFor(() => expect(asked).toContain(address), 10_000);
    answer(address);
    await vi.waitFor(() => expect(looks.has(donationId)).toBe(false), 10_000);
  }
});

test('the rest of a payment is seen within a moment where nothing else is read', async () => {
  const { looks, asked, answer } = openLooks({ minLamports: 15n });
  const watch = { donationId: 'old', address: 'old' };
  for (const parts of [1, 2]) {
    const before = performance.now();
    looks.add(watch, BigInt(parts));
    await vi.waitFor(() => expect(asked).toHaveLength(parts), { timeout: 10_000, interval: 5 });
    expect(performance.now() - before).toBeLessThan(1000);
    answer('old');
    await vi.waitFor(() => expect(looks.has('old')).toBe(false), 10_000);
  }
});

test('what the books have something of waits also before its first look, and says nothing of the node where it fails', async () => {
  const { looks, asked, patient, answer, fail } = openLooks();
  looks.add({ donationId: 'old', address: 'old', knownLamports: 5n }, 1n);
  looks.add({ donationId: 'new', address: 'new', knownLamports: 0n }, 1n);
  await vi.waitFor(() => expect(asked).toEqual(['new']), 10_000);
  answer('new');
  await vi.waitFor(() => expect(asked).toEqual(['new', 'old']), 10_000);
  expect([...patient]).toEqual(['old']);
  fail('old');
  await vi.waitFor(() => expect(looks.has('old')).toBe(false), 10_000);
  expect(looks.isFailing()).toBe(false);
  looks.add({ donationId: 'newer', address: 'newer' }, 1n);
  await vi.waitFor(() => expect(asked).toHaveLength(3), 10_000);
  fail('newer');
  await vi.waitFor(() => expect(looks.isFailing()).toBe(true), 10_000);
});

test('the first look that succeeds after one of its kind failed makes due what was put off, once a minute at most', async () => {
  const now = performance.now.bind(performance);
  let skippedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  onTestFinished(() => clock.mockRestore());
  const { looks, asked, makeLooksDue, answer, fail } = openLooks();
  const look = async (address: string, knownLamports: bigint, end: (address: string) => void) => {
    const before = asked.length;
    looks.add({ donationId: address, address, knownLamports }, 1n);
    await vi.waitFor(() => expect(asked).toHaveLength(before + 1), 10_000);
    end(address);
    await vi.waitFor(() => expect(looks.has(address)).toBe(false), 10_000);
  };
  const expectMadeDue = (times: number) => expect(makeLooksDue).toHaveBeenCalledTimes(times);
  await look('patient 1', 5n, fail);
  await look('payment 1', 0n, answer);
  expectMadeDue(0);
  await look('patient 2', 5n, answer);
  await look('patient 3', 5n, answer);
  expectMadeDue(1);
  await look('unexplained', 0n, fail);
  await look('payment', 0n, answer);
  expectMadeDue(1);
  skippedMs += 60_000;
  await look('payment 2', 0n, fail);
  makeLooksDue.mockRejectedValueOnce(new Error('The database is away'));
  await look('payment 3', 0n, answer);
  expectMadeDue(2);
  await look('payment 4', 0n, answer);
  await look('payment 5', 0n, answer);
  expectMadeDue(3);
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

test('what is final is not doubted by a first look: a node may have a balance sooner than its history', async () => {
  const donation = { ...blank('paid'), entries: [{ ...entry('paid', 10n), finalized: true }] };
  const putOff = vi.fn<() => Promise<void>>(async () => undefined);
  const crossReadSignatures = vi.fn<() => Promise<never>>(() => Promise.reject(new Transient('No answer')));
  const looks = lookAtChanges(
    {
      clock: { now: () => now },
      donations: { find: async () => donation },
      chain: {
        readEntries: async () => ({ entries: [], isExplained: false }),
        crossReadSignatures,
        crossReadEntries: () => Promise.reject(new Transient('No answer')),
      },
      watches: { putOffLook: putOff },
    } as unknown as Ports,
    pino({ level: 'silent' }),
  );
  onTestFinished(() => looks.stop());
  const paid = { donationId: 'paid', address: 'paid' };
  for (const [slot, isTold] of [
    [1n, true],
    [2n, false],
  ] as const) {
    looks.add(paid, slot, { isTold });
    await vi.waitFor(() => expect(putOff).toHaveBeenCalledTimes(Number(slot)), 10_000);
    await vi.waitFor(() => expect(looks.has('paid')).toBe(false), 10_000);
  }
  expect(crossReadSignatures).not.toHaveBeenCalled();
  looks.add(paid, 3n, { isAgain: true });
  await vi.waitFor(() => expect(crossReadSignatures).toHaveBeenCalledTimes(1), 10_000);
});

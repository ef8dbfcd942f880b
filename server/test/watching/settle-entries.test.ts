import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '#server/app/log.ts';
import type { SignatureReading, SignatureState } from '#server/app/chain-ports.ts';
import { HistoryTooShort, NoAnswer, Transient } from '#server/app/outside.ts';
import type { Donation } from '#server/domain/donation.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { until } from '#server/test/test-client.ts';

type Ports = Parameters<typeof settleEntries>[0];
type Watches = Ports['watches'];
type Chain = Ports['chain'];
type Donations = Ports['donations'];

function entry(signature: string, slot: bigint) {
  return {
    donationId: `donation of ${signature}`,
    address: `address of ${signature}`,
    signature,
    slot,
    blockTime: new Date(),
    isOwn: false,
  };
}

test('more than fits into one step is settled without a pause, nothing beyond the final slot, and what fails holds nothing back', async () => {
  const entries = Array.from({ length: 600 }, (_, index) => ({
    donationId: `donation ${index}`,
    address: `address ${index}`,
    signature: `signature ${String(index).padStart(3, '0')}`,
    slot: BigInt(index),
    blockTime: new Date(),
    isOwn: false,
  }));
  const settled = new Set<string>();
  const asked: (string | undefined)[] = [];
  const listUnfinalized: Watches['listUnfinalized'] = async (limit, { after, upTo }) =>
    entries
      .filter(({ donationId, slot }) => !settled.has(donationId) && slot <= (upTo ?? slot))
      .filter(({ slot }) => after === null || slot > after.slot)
      .slice(0, limit);
  const readSignatures: Chain['readSignatures'] = async (seen) => {
    asked.push(seen[0]?.signature);
    const slots = seen.map(({ slot }) => slot);
    return { finalizedSlot: 599n, states: seen.map(() => 'finalized' as const), slots };
  };
  const change: Donations['change'] = async (donationId) => {
    if (donationId === 'donation 3') throw new Error('It fails.');
    settled.add(donationId);
    return {} as Donation;
  };
  const ports = {
    watches: { listUnfinalized },
    chain: { readSignatures },
    donations: { change },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const worker = settleEntries(ports, { warn: () => undefined } as never, () => 549n);
  onTestFinished(() => worker.stop());
  await until(() => expect(settled.size).toBe(549));
  expect(asked).toEqual(['signature 000', 'signature 256', 'signature 512']);
});

test('what no node’s history goes back to stays as it is, is told, and is asked for again after five minutes, wherever clocks go', async () => {
  const real = performance.now.bind(performance);
  let passedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => clock.mockRestore());
  const unfinalized = new Map([entry('old', 5n), entry('new', 700n)].map((each) => [each.donationId, each]));
  const asked: string[][] = [];
  let isOldKnown = false;
  const listUnfinalized = vi.fn<Watches['listUnfinalized']>(async () => [...unfinalized.values()]);
  const change = vi.fn<Donations['change']>(async (donationId) => {
    unfinalized.delete(donationId);
    return {} as Donation;
  });
  const stateOf = (signature: string) =>
    signature === 'new' || isOldKnown ? ('finalized' as const) : ('unknown' as const);
  const ports = {
    watches: { listUnfinalized },
    chain: {
      readSignatures: async (seen: Parameters<Chain['readSignatures']>[0]) => {
        asked.push(seen.map(({ signature }) => signature));
        const states = seen.map(({ signature }) => stateOf(signature));
        return { finalizedSlot: 900n, states, slots: seen.map(({ slot }) => slot) };
      },
    },
    donations: { change },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const warn = vi.fn<Log['warn']>();
  const worker = settleEntries(ports, { warn } as never);
  onTestFinished(() => worker.stop());
  await until(() => expect(change.mock.calls.map(([id]) => id)).toEqual(['donation of new']));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { donation: 'donation of old', slot: '5', transactions: 1 },
    expect.stringContaining('Add a node with full history to SOLANA_RPC_URL.'),
  );
  worker.wake();
  await until(() => expect(listUnfinalized.mock.calls.length).toBeGreaterThan(2));
  expect(asked).toEqual([['old', 'new']]);
  isOldKnown = true;
  vi.setSystemTime(Date.now() - 86_400_000);
  passedMs = 300_000;
  worker.wake();
  await until(() => expect(unfinalized.size).toBe(0));
  expect(asked).toEqual([['old', 'new'], ['old']]);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('what is lacking counts from the beginning where it was settled meanwhile, and nothing of it is kept in mind', async () => {
  const steps: ('empty' | 'listed' | 'crossed')[] = [];
  const due = [[entry('lost', 5n)], [], [entry('lost', 5n)], [entry('lost', 5n)]];
  const ports = {
    watches: {
      listUnfinalized: async () => {
        const listed = due.shift() ?? [];
        steps.push(listed.length === 0 ? 'empty' : 'listed');
        return listed;
      },
    },
    chain: {
      readSignatures: async () => ({ finalizedSlot: 900n, states: ['missing' as const], slots: [null] }),
      crossReadSignatures: async () => {
        steps.push('crossed');
        return [{ finalizedSlot: 900n, states: ['finalized' as const], slots: [5n] }];
      },
    },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const worker = settleEntries(ports, { warn: () => undefined } as never);
  onTestFinished(() => worker.stop());
  await until(() => {
    worker.wake();
    expect(steps).toContain('crossed');
  });
  expect(steps.slice(0, 5)).toEqual(['listed', 'empty', 'listed', 'listed', 'crossed']);
});

test('what too few nodes can tell of is not taken for rolled back', async () => {
  const unfinalized = [entry('old', 5n)];
  const listUnfinalized = vi.fn<Watches['listUnfinalized']>(async () => unfinalized);
  const crossReadSignatures = vi.fn<Chain['crossReadSignatures']>(async () => {
    throw new HistoryTooShort('The history of the other node begins too late.');
  });
  const change = vi.fn<Donations['change']>();
  const ports = {
    watches: { listUnfinalized },
    chain: {
      readSignatures: async () => ({ finalizedSlot: 900n, states: ['missing' as const], slots: [null] }),
      crossReadSignatures,
    },
    donations: { change },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const warn = vi.fn<Log['warn']>();
  const worker = settleEntries(ports, { warn } as never);
  onTestFinished(() => worker.stop());
  await until(() => expect(warn).toHaveBeenCalled());
  worker.wake();
  await until(() => expect(listUnfinalized.mock.calls.length).toBeGreaterThan(3));
  expect(crossReadSignatures).toHaveBeenCalledTimes(1);
  expect(change).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { donation: 'donation of old', slot: '5', transactions: 1 },
    expect.stringContaining('Add a node with full history to SOLANA_RPC_URL.'),
  );
});

test('while one of two nodes is away a payment that the other one lacks holds up nothing else', async () => {
  const [lost, final] = [entry('lost', 5n), entry('final', 6n)];
  const listDropped = vi.fn<Watches['listDropped']>(async () => []);
  const changed: string[] = [];
  const ports = {
    watches: { listUnfinalized: async () => [lost, final], listDropped },
    chain: {
      readSignatures: async () => ({
        finalizedSlot: 900n,
        states: ['missing', 'finalized'],
        slots: [null, 6n],
      }),
      crossReadSignatures: () => Promise.reject(new NoAnswer('Too few nodes gave an answer')),
    },
    donations: { change: async (id: string) => changed.push(id) },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const warn = vi.fn<Log['warn']>();
  const worker = settleEntries(ports, { warn } as never);
  onTestFinished(() => worker.stop());
  await until(() => {
    worker.wake();
    expect(listDropped).toHaveBeenCalled();
  }, 20_000);
  expect(new Set(changed)).toEqual(new Set([final.donationId]));
  expect(warn).not.toHaveBeenCalled();
});

test('what was missing is not told to be gone where the process stood still before it could say so', async () => {
  const real = performance.now.bind(performance);
  let stoodMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + stoodMs);
  onTestFinished(() => clock.mockRestore());
  const seen = entry('lost', 5n);
  const donation = {
    address: seen.address,
    createdAt: new Date(),
    entries: [{ ...seen, lamports: 7n, finalized: false, dropped: false, blockTime: new Date() }],
    token: null,
  } as unknown as Donation;
  const missing = { finalizedSlot: 900n, states: ['missing' as const], slots: [null] };
  /** Whether it was told to be gone, and after how many readings. */
  const changed: [boolean, number][] = [];
  let readings = 0;
  let stillMs = 20_000;
  const ports = {
    watches: { listUnfinalized: async () => [seen] },
    chain: {
      readSignatures: async () => {
        readings += 1;
        return missing;
      },
      crossReadSignatures: async () => [missing, missing],
      readBalances: async () => {
        stoodMs += stillMs;
        stillMs = 0;
        return { slot: 900n, lamportsByAddress: new Map([[seen.address, 0n]]) };
      },
    },
    donations: {
      find: async () => donation,
      change: async (_: string, decide: (before: Donation) => Donation) => {
        const after = decide(donation);
        changed.push([after.entries.some(({ dropped }) => dropped), readings]);
        return after;
      },
    },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const worker = settleEntries(ports, { warn: () => undefined } as never);
  onTestFinished(() => worker.stop());
  await until(() => expect(changed.length).toBeGreaterThan(1));
  // One reading more is enough: what the last one lacked was lacking all the same.
  expect(changed.slice(0, 2)).toEqual([
    [false, 2],
    [true, 3],
  ]);
});

/** What each of two nodes says, where they answer. */
function saidBy(crossed: readonly SignatureState[] | Transient): SignatureReading[] {
  if (crossed instanceof Transient) throw crossed;
  return crossed.map(reading);
}

const reading = (state: SignatureState) => ({ finalizedSlot: 900n, states: [state], slots: [5n] });

test.each([
  ['two nodes have it for final', ['finalized', 'finalized'], 'finalized', ['address of back']],
  ['one of two lacks it', ['finalized', 'missing'], 'finalized', []],
  ['it is not final yet', ['finalized', 'confirmed'], 'finalized', []],
  ['the only node has it for final', [], 'finalized', ['address of back']],
  ['the only node lacks it', [], 'missing', []],
  ['too few nodes answer', new Transient('No answer'), 'finalized', []],
] as const)('what was rolled back is read again where %s', async (_, crossed, only, expected) => {
  const read: string[] = [];
  const listDropped = vi.fn<Watches['listDropped']>(async () => [entry('back', 5n)]);
  const ports = {
    watches: { listUnfinalized: async () => [], listDropped },
    chain: {
      crossReadSignatures: async () => saidBy(crossed),
      readSignatures: async () => reading(only),
      readEntries: async (address: string) => {
        read.push(address);
        return { entries: [], isExplained: true };
      },
    },
    donations: { find: async () => ({ address: 'address of back', entries: [] }) },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const warn = vi.fn<Log['warn']>();
  const worker = settleEntries(ports, { warn } as never);
  onTestFinished(() => worker.stop());
  await until(() => {
    worker.wake();
    expect(listDropped.mock.calls.length).toBe(2);
  }, 20_000);
  expect(new Set(read)).toEqual(new Set(expected));
  expect(warn).not.toHaveBeenCalled();
});

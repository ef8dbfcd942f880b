import { expect, it, vi } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import type { Watch } from '#server/app/watch-ports.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { Looks } from './look-at-changes.ts';
import { createOwnAddresses } from './own-addresses.ts';
import { type ReadingMemory, readWatches } from './read-watches.ts';

const now = new Date();
const ignore = () => undefined;
const watchOf = (donationId: string, expiresInMs: number): Watch => ({
  donationId,
  address: donationId,
  knownLamports: 0n,
  expiresAt: new Date(now.getTime() + expiresInMs),
  isOpen: true,
  isOwn: false,
  look: null,
});
const log = { info: ignore, warn: ignore, error: ignore };
const looks = { has: () => false, isFailing: () => false } as unknown as Looks;
const surroundings = { log, looks, own: createOwnAddresses(), keep: ignore, hearsChain: () => true };
const readNothing = async (addresses: string[]) => ({
  slot: 1n,
  lamportsByAddress: new Map(addresses.map((address) => [address, 0n])),
});

it('what has not expired is put off at once, however long it takes to state that others have', async () => {
  const markRead = vi.fn<(ids: string[]) => Promise<void>>(async () => undefined);
  const asking = Promise.withResolvers<never>();
  const ports = {
    clock: { now: () => now },
    chain: {
      readBalances: readNothing,
      blockTime: () => asking.promise,
    },
    watches: { markRead },
  } as unknown as Ports;
  const around = { ...surroundings, ports, memory: { block: null, looked: new WeakSet<Watch>() } };
  const watches = [watchOf('old', -600_000), watchOf('new', 600_000)];
  const reading = readWatches(around, { watches, until: now }, []);
  await vi.waitFor(() => expect(markRead.mock.calls).toEqual([[['new'], now, []]]));
  asking.reject(new Error('No node answers'));
  await reading;
  expect(markRead.mock.calls).toEqual([
    [['new'], now, []],
    [['old'], now, []],
  ]);
});

it('a block time ahead of our clock counts as that of now, and is not kept for readings to come', async () => {
  const memory: ReadingMemory = { block: null, looked: new WeakSet() };
  const states: Date[] = [];
  const change = async (_: string, apply: (donation: Donation) => Donation) => {
    const { expiredAt } = apply(open);
    if (expiredAt !== null) states.push(expiredAt);
  };
  const ports = {
    clock: { now: () => now },
    chain: {
      readBalances: readNothing,
      blockTime: async () => new Date(now.getTime() + 86_400_000),
      crossReadBalances: async (addresses: string[]) => [
        { ...(await readNothing(addresses)), blockTime: now },
      ],
    },
    watches: { markRead: async () => undefined },
    donations: { change },
  } as unknown as Ports;
  const watch = watchOf('old', -120_000);
  const open = { token: null, expiresAt: watch.expiresAt, expiredAt: null, paidAt: null } as Donation;
  await readWatches({ ...surroundings, ports, memory }, { watches: [watch], until: now }, []);
  expect(states).toEqual([now]);
  expect(memory.block?.time).toEqual(now);
});

it('a donation whose expiry cannot be stored keeps no other one from expiring', async () => {
  const expired: string[] = [];
  const change = async (id: string) => {
    if (id === 'bad') throw new Error('A value that nobody can store');
    expired.push(id);
  };
  const ports = {
    clock: { now: () => now },
    chain: { readBalances: readNothing, blockTime: async () => now, crossReadBalances: async () => [] },
    watches: { markRead: async () => undefined },
    donations: { change },
  } as unknown as Ports;
  const watches = ['bad', 'good'].map((id) => watchOf(id, -120_000));
  const around = { ...surroundings, ports, memory: { block: null, looked: new WeakSet<Watch>() } };
  await readWatches(around, { watches, until: now }, []);
  expect(expired).toEqual(['good']);
});

it('an open address of this process that holds nothing is kept by it, as long as it hears', async () => {
  const ofOurs = (donationId: string): Watch => ({ ...watchOf(donationId, 600_000), isOwn: true });
  const watches: Watch[] = [
    ofOurs('usual'),
    watchOf('of another', 600_000),
    { ...ofOurs('dusty'), knownLamports: 5n },
    { ...ofOurs('closed'), isOpen: false },
    { ...ofOurs('looked at'), look: { slot: 1n, dueAt: new Date(now.getTime() + 5000) } },
  ];
  const readBalances = async () => ({
    slot: 1n,
    lamportsByAddress: new Map(watches.map(({ address, knownLamports }) => [address, knownLamports])),
  });
  const marked: string[][] = [];
  const markRead = async (_: string[], __: Date, own: string[]) => void marked.push(own);
  const ports = {
    clock: { now: () => now },
    chain: { readBalances },
    watches: { markRead },
  } as unknown as Ports;
  const kept: string[][] = [];
  const around = {
    ...surroundings,
    ports,
    memory: { block: null, looked: new WeakSet<Watch>() },
    keep: (quiet: readonly Watch[]) => void kept.push(quiet.map(({ donationId }) => donationId)),
  };
  for (const hearsChain of [true, false])
    await readWatches({ ...around, hearsChain: () => hearsChain }, { watches, until: now }, []);
  expect(kept).toEqual([['usual'], []]);
  expect(marked).toEqual(kept);
});

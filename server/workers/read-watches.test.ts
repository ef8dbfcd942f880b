import { expect, it, vi } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import type { Watch } from '#server/app/watch-ports.ts';
import type { Looks } from './look-at-changes.ts';
import { readWatches } from './read-watches.ts';

const now = new Date();
const ignore = () => undefined;
const watchOf = (donationId: string, expiresInMs: number): Watch => ({
  donationId,
  address: donationId,
  knownLamports: 0n,
  expiresAt: new Date(now.getTime() + expiresInMs),
  isOpen: true,
  look: null,
});

it('what has not expired is put off at once, however long it takes to state that others have', async () => {
  const markRead = vi.fn<(ids: string[]) => Promise<void>>(async () => undefined);
  const asking = Promise.withResolvers<never>();
  const ports = {
    clock: { now: () => now },
    chain: {
      readBalances: async (addresses: string[]) => ({
        slot: 1n,
        lamportsByAddress: new Map(addresses.map((address) => [address, 0n])),
      }),
      blockTime: () => asking.promise,
    },
    watches: { markRead },
  } as unknown as Ports;
  const around = {
    ports,
    log: { info: ignore, warn: ignore, error: ignore },
    looks: { has: () => false, isFailing: () => false } as unknown as Looks,
    memory: { block: null },
  };
  const reading = readWatches(around, [watchOf('old', -600_000), watchOf('new', 600_000)], now);
  await vi.waitFor(() => expect(markRead.mock.calls).toEqual([[['new'], now]]));
  asking.reject(new Error('No node answers'));
  await reading;
  expect(markRead.mock.calls).toEqual([
    [['new'], now],
    [['old'], now],
  ]);
});

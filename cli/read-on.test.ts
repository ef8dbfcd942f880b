import { expect, test, vi } from 'vitest';
import type { Donation } from '#server/domain/donation.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import { readOn } from './read-on.ts';

/** A donation in a token, and a chain of which each reading brings one transaction more, until there is none. */
function setUp({ ofAddress, ofToken }: { ofAddress: number; ofToken: number }, isExplained = true) {
  let donation = {
    id: 'd',
    address: 'a',
    createdAt: new Date(),
    entries: [],
    token: { account: 't', entries: [] },
  } as unknown as Donation;
  const ports = {
    donations: {
      find: async () => donation,
      change: async (_: string, decide: (before: Donation) => Donation) => (donation = decide(donation)),
    },
    chain: {
      readEntries: bring(ofAddress, isExplained),
      crossReadSignatures: async () => [],
      crossReadEntries: async () => [],
    },
    tokens: { chain: { readEntries: bring(ofToken, true) } },
    clock: { now: () => new Date() },
  } as unknown as LedgerPorts;
  return { ports, before: donation, after: () => donation };
}

const bring = (most: number, isExplained: boolean) => async () => ({
  entries: most-- > 0 ? [entryOf(`${most}`)] : [],
  isExplained,
});

const entryOf = (signature: string) => ({
  signature,
  slot: 1n,
  blockTime: new Date(),
  lamports: 0n,
  units: 1n,
  succeeded: true,
  finalized: true,
});

test('address and token account are read until neither brings anything new', async () => {
  const { ports, before, after } = setUp({ ofAddress: 2, ofToken: 3 });
  expect(await readOn(ports, before)).toEqual({ lacked: 5, underWay: 0 });
  expect(after()).toMatchObject({
    entries: { length: 2 },
    token: { entries: { length: 3 }, receivedUnits: 3n },
  });
  expect(await readOn(ports, after())).toEqual({ lacked: 0, underWay: 0 });
});

test('the token account is read also where the address has nothing new', async () => {
  const { ports, before } = setUp({ ofAddress: 0, ofToken: 1 });
  expect(await readOn(ports, before)).toEqual({ lacked: 1, underWay: 0 });
});

test('an address whose history does not explain what lies there is told of', async () => {
  const unexplained = vi.fn<() => void>();
  const pruned = setUp({ ofAddress: 1, ofToken: 1 }, false);
  expect(await readOn(pruned.ports, pruned.before, { onUnexplained: unexplained })).toMatchObject({
    lacked: 2,
  });
  expect(unexplained).toHaveBeenCalledTimes(1);
  const whole = setUp({ ofAddress: 1, ofToken: 1 });
  await readOn(whole.ports, whole.before, { onUnexplained: unexplained });
  expect(unexplained).toHaveBeenCalledTimes(1);
});

test('what is not final yet, and the transfer that a server waits for, the books do not lack', async () => {
  const entries = [
    { ...entryOf('paid'), lamports: 7n, finalized: false },
    { ...entryOf('earlier'), lamports: 5n },
    { ...entryOf('passed on'), lamports: -5n },
  ];
  const read = async (hasLiveSweep: boolean) => {
    const { ports, before } = setUp({ ofAddress: 0, ofToken: 0 });
    const chain = { readEntries: async () => ({ entries, isExplained: true }) };
    return await readOn({ ...ports, chain: chain as never }, before, { hasLiveSweep });
  };
  expect(await read(true)).toEqual({ lacked: 1, underWay: 2 });
  expect(await read(false)).toEqual({ lacked: 2, underWay: 1 });
});

test('whoever types the command is told of what a node wrongly called final', async () => {
  const { ports, before } = setUp({ ofAddress: 0, ofToken: 0 }, false);
  const error = vi.fn<(detail: object, message: string) => void>();
  const missing = { finalizedSlot: 9n, states: ['missing'], slots: [null] };
  const chain = { ...ports.chain, crossReadSignatures: async () => [missing, missing] };
  const final = { ...entryOf('untrue'), lamports: 5n, finalized: true, dropped: false };
  await ports.donations.change('d', (donation) => ({ ...donation, entries: [final] as never }));
  await readOn({ ...ports, chain: chain as never, log: { error } }, before);
  expect(error.mock.calls).toEqual([
    [{ donation: 'd', transactions: 1 }, expect.stringContaining('taken back')],
  ]);
});

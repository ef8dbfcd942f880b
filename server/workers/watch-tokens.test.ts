import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import type { TokenChain, TokenReading, TokenWatch, TokenWatchStore } from '#server/app/token-ports.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { TokenEntry } from '#server/domain/token-side.ts';
import { watchTokens } from './watch-tokens.ts';

const expiresAt = new Date('2026-11-20T12:00:00Z');
const until = new Date('2026-11-20T13:00:15Z');
const longAfter = new Date('2026-11-20T13:00:00Z');
const watch: TokenWatch = {
  donationId: 'd',
  account: 'here',
  knownUnits: 0n,
  expiresAt,
  isOpen: true,
  isFailing: false,
};
const reading = (units: bigint, blockTime = longAfter): TokenReading & { blockTime: Date } => ({
  slot: 5n,
  unitsByAccount: new Map([['here', units]]),
  blockTime,
});

const final = { signature: 's', units: 0n, finalized: true, dropped: false } as TokenEntry;

/** Lets a worker read one account once; what it stored of that. */
async function readOnce(says: {
  first: TokenReading;
  all?: unknown;
  entries?: unknown;
  now?: Date;
  known?: bigint;
  isFailing?: boolean;
}) {
  const change = vi.fn<Ports['donations']['change']>(async () => ({}) as Donation);
  const noteFailedLooks = vi.fn<TokenWatchStore['noteFailedLooks']>(async () => undefined);
  const markRead = vi.fn<TokenWatchStore['markRead']>(async () => undefined);
  const claimDue = vi
    .fn<TokenWatchStore['claimDue']>(async () => ({ watches: [], until }))
    .mockResolvedValueOnce({
      watches: [{ ...watch, knownUnits: says.known ?? 0n, isFailing: says.isFailing ?? false }],
      until,
    });
  const crossReadSignatures = vi.fn<Ports['chain']['crossReadSignatures']>(async () => []);
  const readEntries = vi.fn<TokenChain['readEntries']>(async () => says.entries as never);
  const ports = {
    clock: { now: () => says.now ?? longAfter },
    chain: { blockTime: async () => longAfter, crossReadSignatures },
    donations: { change, find: async () => ({ token: { account: 'here', entries: [final] } }) },
    tokens: {
      watches: { claimDue, noteFailedLooks, markRead },
      chain: {
        readUnits: async () => says.first,
        crossReadUnits: async () => says.all,
        crossReadEntries: async () => [],
        readEntries,
      },
    },
  } as unknown as Ports;
  const worker = watchTokens(ports, { info: () => {}, warn: () => {}, error: () => {} });
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(markRead).toHaveBeenCalled(), 10_000);
  return {
    isExpired: change.mock.calls.length > 0,
    failed: noteFailedLooks.mock.calls,
    read: markRead.mock.calls,
    readEntries,
    crossReadSignatures,
  };
}

test('what no history explains yet counts as not read', async () => {
  const entries = { entries: [], isExplained: false };
  const seen = await readOnce({ first: reading(5n), entries });
  expect(seen).toMatchObject({ isExpired: false, failed: [[['d']]], read: [[[], until]] });
});

test.each([
  ['both nodes hold nothing there, long past its time', [reading(0n), reading(0n)], true],
  ['another node holds something there', [reading(0n), reading(5n)], false],
  [
    'another node is not past its time, and has had a quarter of an hour',
    [reading(0n), reading(0n, expiresAt)],
    true,
  ],
  ['no node is past its time', [reading(0n, expiresAt), reading(0n, expiresAt)], false],
])('a donation expires only by every node that is asked: %s', async (_, all, isExpired) => {
  const seen = await readOnce({ first: reading(0n), all });
  expect(seen).toMatchObject({ isExpired, failed: [], read: [[['d'], until]] });
});

test('what another node holds more than the books say is read from whichever node has it', async () => {
  const entries = { entries: [], isExplained: true };
  const { readEntries } = await readOnce({ first: reading(0n), all: [reading(0n), reading(5n)], entries });
  await vi.waitFor(() =>
    expect(readEntries.mock.calls.map(([, , how]) => how)).toEqual([
      { notBefore: 5n, expectsNews: true, canWait: false },
    ]),
  );
});

test('one node alone, whose blocks are ahead of our clock, ends no donation whose time is hardly over', async () => {
  const now = new Date(expiresAt.getTime() + 120_000);
  expect((await readOnce({ first: reading(0n), all: null, now })).isExpired).toBe(false);
});

test.each([
  ['a first payment', 0n, false],
  ['what comes to an account that holds something', 1n, true],
])('the history of %s is read at once or by calls that can wait', async (_, known, canWait) => {
  const entries = { entries: [], isExplained: true };
  const { readEntries } = await readOnce({ first: reading(5n), entries, known });
  await vi.waitFor(() => expect(readEntries.mock.calls.map(([, , how]) => how?.canWait)).toEqual([canWait]));
});

test('a look that can wait keeps no other account from being read', async () => {
  const history = Promise.withResolvers<unknown>();
  const { read, failed } = await readOnce({ first: reading(5n), entries: history.promise, known: 1n });
  expect([read, failed]).toEqual([[[[], until]], []]);
  history.resolve({ entries: [], isExplained: true });
  await vi.waitFor(() =>
    expect(read).toEqual([
      [[], until],
      [['d'], until],
    ]),
  );
});

test('what is final is doubted only by a look that comes again, and by one that keeps nobody waiting', async () => {
  const entries = { entries: [], isExplained: false };
  const first = await readOnce({ first: reading(5n), entries });
  expect(first.failed).toEqual([[['d']]]);
  expect(first.crossReadSignatures).not.toHaveBeenCalled();
  const again = await readOnce({ first: reading(5n), entries, isFailing: true });
  await vi.waitFor(() => expect(again.crossReadSignatures).toHaveBeenCalledTimes(1));
  expect(again.read).toEqual([[[], until]]);
});

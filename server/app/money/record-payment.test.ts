import { expect, onTestFinished, test, vi } from 'vitest';
import type { Donation } from '#server/domain/donation.ts';
import type { SeenSignature, SignatureReading, SignatureState } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import { recordPayment } from './record-payment.ts';

const now = new Date();
const entry = { signature: 's', slot: 5n, blockTime: now, lamports: 700n, payers: [], succeeded: true };
const isFinal = { finalized: true, dropped: false };
const dustOf = (signature: string) => ({ ...entry, ...isFinal, signature, lamports: 1n });
const saying = (...states: SignatureState[]): SignatureReading => ({
  finalizedSlot: 900n,
  states,
  slots: states.map(() => null),
});

interface Nodes {
  /** What two nodes say; empty: only one is configured. */
  crossed: (asked: readonly SeenSignature[]) => Promise<SignatureReading[]>;
  /** For how long whoever asked stands still then. */
  stillMs?: number;
  /** So many small payments came as well. */
  dust?: number;
  /** Another process has taken it back meanwhile. */
  isTakenBackElsewhere?: boolean;
  /** Another process has put it right meanwhile. */
  isPutRightElsewhere?: boolean;
  /** Neither node has the small ones any more. */
  isDustPruned?: boolean;
  /** How much it was by each node that is asked. */
  amounts?: () => Promise<bigint[]>;
  /** How much it was by the books. */
  booked?: bigint;
  /** How often is looked. */
  looks?: number;
}

/** What becomes of a final payment that nothing at its address explains, what the log says of it, and how often was asked. */
async function lookAfter({
  crossed,
  stillMs = 0,
  dust = 0,
  isTakenBackElsewhere,
  isPutRightElsewhere = false,
  isDustPruned = false,
  amounts = async () => [],
  booked = 700n,
  looks = 1,
}: Nodes) {
  const real = performance.now.bind(performance);
  let stoodMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + stoodMs);
  onTestFinished(() => clock.mockRestore());
  const small = Array.from({ length: dust }, (_, index) => ({
    ...entry,
    signature: `${index}`,
    lamports: 1n,
  }));
  let donation = {
    id: 'd',
    address: 'a',
    createdAt: now,
    paidAt: now,
    minLamports: 1n,
    entries: [...small, { ...entry, lamports: booked }].map((each) => ({ ...each, ...isFinal })),
    token: null,
  } as unknown as Donation;
  let asked = 0;
  const error = vi.fn<(detail: object, message: string) => void>();
  const ports = {
    donations: {
      find: async () => donation,
      change: async (_: string, decide: (before: Donation) => Donation) => (donation = decide(donation)),
    },
    chain: {
      readEntries: async () => ({ entries: [], isExplained: false }),
      crossReadEntries: async (_: string, signatures: readonly string[]) => {
        const by = await amounts();
        if (isPutRightElsewhere)
          donation = {
            ...donation,
            entries: donation.entries.map((each) => ({ ...each, lamports: by[0]! })),
          };
        return by.map((lamports) =>
          signatures.map((signature) =>
            signature === 's' ? { ...entry, ...isFinal, lamports } : isDustPruned ? null : dustOf(signature),
          ),
        );
      },
      crossReadSignatures: async (seen: readonly SeenSignature[]) => {
        asked += 1;
        stoodMs += stillMs;
        const told = await crossed(seen);
        if (isTakenBackElsewhere === true)
          donation = { ...donation, entries: donation.entries.map((each) => ({ ...each, ...gone })) };
        return told;
      },
    },
    clock: { now: () => now },
  } as unknown as Ports;
  for (let look = 0; look < looks; look += 1) await recordPayment(ports, { error }, 'd');
  const last = donation.entries.at(-1);
  return { is: last, told: error.mock.calls.map(([detail]) => detail), asked };
}

const noAnswer = () => Promise.reject(new Transient('No answer'));
const gone = { finalized: false, dropped: true };
const bothLackIt = async () => [saying('missing'), saying('missing')];
const told = [{ donation: 'd', transactions: 1 }];

test.each([
  ['two nodes lack it', ['missing', 'missing'], gone],
  ['one of two has it', ['missing', 'finalized'], isFinal],
  ['one of two does not go back so far', ['missing', 'unknown'], isFinal],
] as const)(
  'what was called final is taken back where nothing explains what lies there: %s',
  async (_, says, is) => {
    const after = await lookAfter({ crossed: async () => says.map((state) => saying(state)) });
    expect(after).toMatchObject({ is, told: is === gone ? told : [] });
  },
);

test('what is final stays so where the only node that there is lacks it: its history may be away for a while', async () => {
  expect(await lookAfter({ crossed: async () => [] })).toMatchObject({ is: isFinal, told: [] });
});

test('what is final stays so where too few nodes answer', async () => {
  const after = await lookAfter({ crossed: noAnswer });
  expect(after).toMatchObject({ is: isFinal, told: [] });
});

test('what is final stays so where whoever asked stood still after that, and the log says nothing else', async () => {
  const after = await lookAfter({ crossed: bothLackIt, stillMs: 20_000 });
  expect(after).toMatchObject({ is: isFinal, told: [] });
});

test('the log says nothing of what another process has taken back', async () => {
  const after = await lookAfter({ crossed: bothLackIt, isTakenBackElsewhere: true });
  expect(after).toMatchObject({ is: gone, told: [] });
});

const lacksIt = async (seen: readonly SeenSignature[]) => {
  expect(seen.length).toBeLessThanOrEqual(256);
  const states = seen.map(({ signature }) => (signature === 's' ? 'missing' : 'finalized'));
  return [saying(...states), saying(...states)];
};

test('thousands of small payments hide none that matters, and cost no further question', async () => {
  expect(await lookAfter({ crossed: lacksIt, dust: 3000 })).toMatchObject({ is: gone, told, asked: 1 });
});

test('a small one that no node has is found in its turn, however many larger ones there are', async () => {
  const after = await lookAfter({ crossed: lacksIt, dust: 1000, booked: 0n, looks: 200 });
  expect(after).toMatchObject({ is: gone, told });
});

const bothHaveIt = async () => [saying('finalized'), saying('finalized')];
const bothTellOf500 = async () => [500n, 500n];

test.each<[string, bigint[], bigint]>([
  ['two nodes tell the same, and something else', [500n, 500n], 500n],
  ['the only one that is configured tells something else', [], 700n],
  ['one of two tells what the books do', [500n, 700n], 700n],
  ['two nodes contradict each other', [500n, 400n], 700n],
])('what a final payment brought is put right where %s', async (_, amounts, lamports) => {
  const after = await lookAfter({ crossed: bothHaveIt, amounts: async () => amounts });
  expect(after).toMatchObject({ is: { ...isFinal, lamports }, told: lamports === 500n ? told : [] });
});

test('a payment that was told as nothing is put right, however many small ones the books hold above it', async () => {
  const after = await lookAfter({
    crossed: bothHaveIt,
    amounts: async () => [700n, 700n],
    booked: 0n,
    dust: 40,
    looks: 100,
  });
  expect(after).toMatchObject({ is: { ...isFinal, lamports: 700n }, told });
});

test('what a final payment brought stays as it is where too few nodes answer', async () => {
  const after = await lookAfter({ crossed: bothHaveIt, amounts: noAnswer });
  expect(after).toMatchObject({ is: { ...isFinal, lamports: 700n }, told: [] });
});

test('the log says nothing of what another process has put right', async () => {
  const after = await lookAfter({ crossed: bothHaveIt, amounts: bothTellOf500, isPutRightElsewhere: true });
  expect(after).toMatchObject({ is: { ...isFinal, lamports: 500n }, told: [] });
});

test('what a final payment brought is put right although nodes have pruned others', async () => {
  const after = await lookAfter({ crossed: bothHaveIt, amounts: bothTellOf500, dust: 3, isDustPruned: true });
  expect(after).toMatchObject({ is: { ...isFinal, lamports: 500n }, told });
});

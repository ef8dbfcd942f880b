import { expect, test } from 'vitest';
import type { Donation } from '#server/domain/donation.ts';
import { freshDonation } from '#server/domain/donation-fixture.ts';
import type { TracedTransfer } from '#server/postgres/money/traced-money.ts';
import type { Judgement } from './judge-address.ts';
import { nextStep, sayOnStream } from './next-step.ts';
import { sayTraced } from './say-traced.ts';
import type { AccountOnChain, Movement, Traced } from './traced.ts';
import { sayLamports } from './words.ts';

const at = new Date('2026-11-30T12:00:00Z');
const waiting: Judgement = { verdict: 'waiting', reason: 'dust' };

const open: Donation = { ...freshDonation, minLamports: 20n, receivedLamports: 5n };
const paid: Donation = { ...open, receivedLamports: 20n, paidAt: at };
const inTokens: Donation = {
  ...open,
  token: {
    mint: 'm',
    symbol: 'USDC',
    decimals: 6,
    account: 't',
    minimumUnits: 20n,
    askedUnits: null,
    receivedUnits: 0n,
    entries: [],
  },
};

const movement: Movement = {
  signature: 's',
  slot: 1n,
  blockTime: at,
  payers: [],
  succeeded: true,
  finalized: true,
  dropped: false,
  amount: 20n,
  feeLamports: 0n,
};

/** What is known where the chain agrees with the books, but for this. */
function traced(donation: Donation, chain: Partial<AccountOnChain> = {}, over: Partial<Traced> = {}): Traced {
  const judgement: Judgement = { verdict: 'right', reason: '' };
  const onChain = { amount: 0n, lacking: [], isExplained: true, states: new Map(), judgement, ...chain };
  return {
    donation,
    streamer: { username: 'alice', donationCode: 'c', walletAddress: 'w', payoutAddress: null },
    alerts: [],
    accounts: [{ address: 'a', say: sayLamports, movements: [], transfers: [], chain: onChain }],
    strays: [],
    silence: null,
    ...over,
  };
}

const live = { signature: 's', isToken: false, destination: 'w', amount: 20n, feeLamports: 0n } as const;
const ownTransfer = { ...live, feePayer: 'f', signedAt: at };

/** SOL at the address that a transfer of its tokens brings back, which the books do not have there yet. */
function returning(state: TracedTransfer['state'], judgement: Judgement): Traced {
  const known = traced({ ...inTokens, paidAt: at }, { lacking: [movement], judgement });
  const moving = traced(paid, { judgement: { verdict: 'moving', reason: '' } }).accounts;
  const transfers = [{ ...ownTransfer, isToken: true, state }];
  return {
    ...known,
    accounts: [...known.accounts, ...moving.map((each) => ({ ...each, address: 't', transfers }))],
  };
}

test.each([
  [
    'a silent chain',
    traced(paid, {}, { silence: 'no answer' }),
    /^Nothing is known of the chain now \(no answer\)/,
  ],
  [
    'money that went elsewhere',
    traced(paid, { judgement: { verdict: 'wrong', reason: 'money went elsewhere' } }),
    /^Money went elsewhere\. See docs\/operate\/alarms\.md#bravaledgermismatch/,
  ],
  ['a payment that the books lack', traced(open, { lacking: [movement] }), /rescan --address a$/],
  [
    'another balance',
    traced(paid, { judgement: { verdict: 'differs', reason: 'five here, six there' } }),
    /^Books and chain differ: five here, six there \(docs\/operate\/alarms\.md#bravaledgermismatch\)$/,
  ],
  ['what no history explains', traced(paid, { isExplained: false }), /^No node’s history explains/],
])('of %s it says that it is wrong', (_, known, todo) => {
  expect(nextStep(known)).toEqual({ isWrong: true, todos: [expect.stringMatching(todo)] });
});

const lackingOwn = traced(paid, { lacking: [movement], judgement: { verdict: 'moving', reason: '' } });

test.each([
  ['too little', traced(open, { judgement: waiting }), /^It is too little: 0\.000000015 SOL are missing/],
  ['money that waits', traced(paid, { judgement: waiting }), /^It waits: dust\. /],
  ['money on its way', traced(paid, { judgement: { verdict: 'moving', reason: '' } }), /^It is on its way/],
  [
    'its own transfer that is not final',
    {
      ...lackingOwn,
      accounts: lackingOwn.accounts.map((account) => ({
        ...account,
        transfers: [{ ...ownTransfer, state: 'live' as const }],
      })),
    },
    /^It is on its way/,
  ],
  [
    'a payment that was taken back',
    traced({ ...paid, failedAt: at, receivedLamports: 0n }),
    /^The chain took/,
  ],
  ['nothing that came', traced({ ...open, receivedLamports: 0n }), /^No payment has come/],
  ['too little that was passed on', traced({ ...open, expiredAt: at }), /less than the minimum/],
  [
    'SOL for a donation in a token, passed on',
    traced({ ...inTokens, expiredAt: at }),
    /^SOL came to a donation in USDC: it pays for nothing, and made no alert\. All of it is with the streamer/,
  ],
  [
    'SOL for a donation in a token that is open',
    traced(inTokens, { judgement: { verdict: 'moving', reason: '' } }),
    /^SOL came to a donation in USDC: .* It is moved once the donation is paid or over/,
  ],
  [
    'SOL that its own transfer of tokens brings back',
    returning('live', { verdict: 'differs', reason: '' }),
    /^It is on its way/,
  ],
  [
    'what was shown',
    traced({ ...paid, shownAt: at, settledHow: 'overlay' }),
    /On stream: it was shown, 2026-11-30T12:00:00Z\.$/,
  ],
])('of %s it says that nothing is wrong', (_, known, todo) => {
  expect(nextStep(known)).toEqual({ isWrong: false, todos: [expect.stringMatching(todo)] });
});

const movable = { address: 's', mint: 'm', amount: 1n, isMovable: true, isFrozen: false };

test.each([
  ['that can be moved', [movable], [/^Tokens were .*: npm run brava -- rescue-token a$/]],
  ['that cannot', [{ ...movable, isMovable: false }], [/Token-2022 .* cannot move/]],
  ['of both kinds', [movable, { ...movable, isMovable: false }], [/rescue-token a$/, /cannot move/]],
])('tokens by mistake %s hide nothing, and are told behind it', (_, held, told) => {
  const strays = held as unknown as Traced['strays'];
  const matching = told.map((words): unknown => expect.stringMatching(words));
  expect(nextStep(traced(open, { judgement: waiting }, { strays }))).toEqual({
    isWrong: false,
    todos: [expect.stringMatching(/^It is too little/), ...matching],
  });
  expect(nextStep(traced(open, { lacking: [movement] }, { strays }))).toEqual({
    isWrong: true,
    todos: [expect.stringMatching(/rescan --address a$/), ...matching],
  });
});

test.each([
  ['a payment that was taken back', { ...paid, failedAt: at }, 'withheld: the chain took the payment back'],
  [
    'too little, which can be played all the same',
    { ...open, expiredAt: at },
    'no alert of its own, because it is not paid',
  ],
  ['what is in no books', paid, 'no alert is in the books'],
])('of the alert of %s it says so', (_, donation, words) => {
  expect(sayOnStream(traced(donation))).toBe(words);
});

test('SOL that its own transfer of tokens brought back is no payment, and lacks once that is over', () => {
  const lines = sayTraced(returning('landed', { verdict: 'moving', reason: '' }), 'http://b').join('\n');
  expect(lines).toContain(
    '0.00000002 SOL came from its token account by its own transfer  s; NOT IN THE BOOKS',
  );
  expect(lines).not.toContain('payment of');
});

import { expect, test } from 'vitest';
import type { ChainEntry, Donation } from '#server/domain/donation.ts';
import type { Judgement } from './judge-address.ts';
import { nextStep } from './next-step.ts';
import type { AccountOnChain, Movement, Traced } from './traced.ts';
import { sayLamports } from './words.ts';

const at = new Date('2026-11-30T12:00:00Z');
const waiting: Judgement = { verdict: 'waiting', reason: 'dust' };

const open: Donation = {
  id: 'd',
  userId: 'u',
  donatorName: 'Zoë',
  message: '',
  address: 'a',
  keyPath: { user: 1, epoch: 0, index: 1 },
  minLamports: 20n,
  askedLamports: null,
  hidesName: false,
  hidesAmount: false,
  createdAt: at,
  expiresAt: at,
  receivedLamports: 5n,
  late: false,
  paidAt: null,
  shownAt: null,
  settledHow: null,
  sweptAt: null,
  transferSignature: null,
  blockedAt: null,
  value: null,
  blockedFor: null,
  hasClip: false,
  clip: null,
  expiredAt: null,
  failedAt: null,
  entries: [] satisfies ChainEntry[],
  token: null,
};
const paid: Donation = { ...open, receivedLamports: 20n, paidAt: at };

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
  ['another balance', traced(paid, { judgement: { verdict: 'differs', reason: '' } }), /rescan --address a$/],
  ['what no history explains', traced(paid, { isExplained: false }), /^No node’s history explains/],
])('of %s it says that it is wrong', (_, known, todo) => {
  expect(nextStep(known)).toEqual({ isWrong: true, todo: expect.stringMatching(todo) });
});

const strays = [{ address: 't', mint: 'm', amount: 1n, isMovable: true }] as unknown as Traced['strays'];
const live = { signature: 's', isToken: false, destination: 'w', amount: 20n, feeLamports: 0n } as const;
const lackingOwn = traced(paid, { lacking: [movement], judgement: { verdict: 'moving', reason: '' } });

test.each([
  ['tokens by mistake', traced(open, {}, { strays }), /rescue-token a$/],
  ['too little', traced(open, { judgement: waiting }), /^It is too little: 0\.000000015 SOL are missing/],
  ['money that waits', traced(paid, { judgement: waiting }), /^It waits: dust\. /],
  ['money on its way', traced(paid, { judgement: { verdict: 'moving', reason: '' } }), /^It is on its way/],
  [
    'its own transfer that is not final',
    {
      ...lackingOwn,
      accounts: lackingOwn.accounts.map((account) => ({
        ...account,
        transfers: [{ ...live, feePayer: 'a', state: 'live' as const, signedAt: at }],
      })),
    },
    /^It is on its way/,
  ],
  [
    'a payment that was taken back',
    traced({ ...paid, failedAt: at, receivedLamports: 0n }),
    /^The chain took/,
  ],
  ['nothing that came', traced({ ...open, receivedLamports: 0n }), /^Nothing has come/],
  ['too little that was passed on', traced({ ...open, expiredAt: at }), /less than the minimum/],
  [
    'what was shown',
    traced({ ...paid, shownAt: at, settledHow: 'overlay' }),
    /On stream: it was shown, 2026-11-30T12:00:00Z\.$/,
  ],
])('of %s it says that nothing is wrong', (_, known, todo) => {
  expect(nextStep(known)).toEqual({ isWrong: false, todo: expect.stringMatching(todo) });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AmountRule, judgeClip, ruleFor, ruleOf } from './alert-rules.ts';

const rule = (kind: AmountRule['kind'], lamports: bigint, over: Partial<AmountRule> = {}): AmountRule => ({
  kind,
  lamports,
  style: null,
  sound: null,
  volume: 100,
  shownMs: 7000,
  showsMessage: true,
  playsClip: true,
  ...over,
});

const rulesOf = (pairs: readonly (readonly [AmountRule['kind'], bigint])[]) =>
  pairs.map(([kind, lamports]) => rule(kind, lamports));

test('an exact rule goes before all others, and of those from an amount on the highest that is reached applies', () => {
  const rules = [rule('from', 5n), rule('from', 10n), rule('exact', 12n), rule('exact', 3n)];
  const found = (lamports: bigint) => {
    const one = ruleFor(rules, lamports);
    return one === null ? null : `${one.kind} ${one.lamports}`;
  };
  expect([2n, 3n, 4n, 5n, 9n, 10n, 11n, 12n, 13n].map(found)).toEqual([
    null,
    'exact 3',
    null,
    'from 5',
    'from 5',
    'from 10',
    'from 10',
    'exact 12',
    'from 10',
  ]);
});

test('the order in which rules stand never matters, and no rule applies below its amount', () => {
  const anyRule = fc.tuple(fc.constantFrom('from' as const, 'exact' as const), fc.bigInt(1n, 20n));
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRule, { selector: ([kind, lamports]) => `${kind} ${lamports}` }),
      fc.bigInt(1n, 20n),
      (pairs, lamports) => {
        const found = ruleFor(rulesOf(pairs), lamports);
        expect(ruleFor(rulesOf(pairs.toReversed()), lamports)).toEqual(found);
        expect(found === null || found.lamports <= lamports).toBe(true);
        const fits = pairs.some(([kind, at]) => (kind === 'from' ? at <= lamports : at === lamports));
        expect(found !== null).toBe(fits);
      },
    ),
  );
});

test('a clip is left out below the minimum and where its rule says so; what is paid in a token meets neither', () => {
  const look = { clipMinimumLamports: 5n, rules: [rule('from', 10n, { playsClip: false })] };
  const judge = (receivedLamports: bigint, token: object | null = null) =>
    judgeClip({ receivedLamports, token, hidesAmount: false }, look);
  expect([4n, 5n, 9n, 10n].map((lamports) => judge(lamports))).toEqual([
    'belowMinimum',
    'plays',
    'plays',
    'leftOut',
  ]);
  expect(judge(5n, {})).toBe('belowMinimum');
  const inToken = { receivedLamports: 10n, token: {}, hidesAmount: false };
  expect(judgeClip(inToken, { ...look, clipMinimumLamports: null })).toBe('plays');
});

test('no rule by amount is for a hidden amount, so that nothing tells about how much it was beyond the minimum', () => {
  const rules = [rule('from', 10n, { playsClip: false }), rule('exact', 7n, { playsClip: false })];
  const hidden = [4n, 5n, 7n, 10n].map((receivedLamports) => ({
    receivedLamports,
    token: null,
    hidesAmount: true,
  }));
  expect(hidden.map((donation) => judgeClip(donation, { clipMinimumLamports: 5n, rules }))).toEqual([
    'belowMinimum',
    'plays',
    'plays',
    'plays',
  ]);
  expect(hidden.map((donation) => ruleOf(rules, donation))).toEqual([null, null, null, null]);
});

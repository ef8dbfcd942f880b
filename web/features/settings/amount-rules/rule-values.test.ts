import { expect, test } from 'vitest';
import type { AlertRule } from '#contract/alert-rules.ts';
import { readRule, typedAmount, valuesOf } from './rule-values.ts';

const style = { cardColor: '#22c55e', cardGradient: null };
const rule: AlertRule = {
  id: 'r',
  kind: 'exact',
  amount: 0.42,
  style,
  builtInSound: null,
  soundId: 'mine',
  volume: 80,
  seconds: 9,
  showsMessage: false,
  playsClip: true,
};

test('a rule that is opened and saved unchanged is the same rule', () => {
  const { id, ...settings } = rule;
  expect(readRule(valuesOf(rule), style)).toEqual({ body: settings });
  const builtIn = { ...rule, style: null, soundId: null, builtInSound: 'coins' as const };
  expect(readRule(valuesOf(builtIn), style)).toMatchObject({ body: { style: null, builtInSound: 'coins' } });
  expect(id).toBe('r');
});

test('an amount is read with a point or a comma, and what is none is refused at its field', () => {
  expect(['0.5', ' 0,5 ', '.5', '5.'].map(typedAmount)).toEqual([0.5, 0.5, 0.5, 5]);
  for (const amount of ['', 'x', '-1', '1e3', '0x10', '0', '0.001', '100001', '100,000']) {
    const range = 'The amount must be from 0.002 to 100000 SOL';
    expect(readRule({ ...valuesOf(null), amount }, style), amount).toMatchObject({
      errors: { amount: range },
    });
  }
});

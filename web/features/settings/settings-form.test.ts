import { describe, expect, it } from 'vitest';
import { donationSettings, type User } from '#contract/account.ts';
import { gradientTypes } from '#contract/gradient.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import {
  formOf,
  hasUnfinishedColor,
  presetsBelow,
  previewOf,
  readMinimum,
  settingsBody,
  type SettingsForm,
  settingsForm,
  stepMinimum,
  storedCardStyle,
} from './settings-form.ts';

const user: User = {
  id: 'u',
  username: 'ana',
  walletAddress: 'w',
  minDonationAmount: 0.002,
  cardColor: '#22c55e',
  cardGradient: null,
  timeZone: 'UTC',
  payoutAddress: null,
  acceptingDonations: true,
};
const plain = formOf(user);
const stored = (change: Partial<SettingsForm>) => storedCardStyle({ ...plain, ...change });

const words = (change: Partial<SettingsForm>) =>
  settingsForm.safeParse({ ...plain, ...change }).error?.issues[0]?.message;

describe('the storage rule', () => {
  it('stores null when the style is none and the three colours are their defaults', () => {
    expect(stored({})).toBeNull();
    expect(stored({ nameColor: '', messageColor: '', amountColor: '' })).toBeNull();
    expect(stored({ cardColor: '#FF0000', nameColor: '#ff0000' })).toBeNull();
  });

  it('stores JSON as soon as a style or a colour differs', () => {
    for (const change of [
      { gradientType: 'ocean' as const },
      { nameColor: '#ffffff' },
      { messageColor: '#ffffff' },
      { amountColor: '#ffffff' },
      { cardColor: '#ff0000' },
    ]) {
      expect(JSON.parse(stored(change) ?? 'null')).toMatchObject(
        change.cardColor === undefined ? change : {},
      );
    }
  });

  it('keeps a custom gradient as typed, and the gradient that results from it', () => {
    const customGradient = 'linear-gradient(90deg, #400, #004)';
    expect(JSON.parse(stored({ gradientType: 'custom', customGradient }) ?? 'null')).toMatchObject({
      customGradient,
      background: customGradient,
    });
    const unsafe = JSON.parse(stored({ gradientType: 'custom', customGradient: 'url(x)' }) ?? 'null');
    expect(unsafe.customGradient).toBe('url(x)');
    expect(unsafe.background).not.toContain('url');
  });

  it('makes a body that the contract accepts, for every style, and reads it back', () => {
    for (const gradientType of gradientTypes) {
      const form = { ...plain, gradientType };
      const body = settingsBody(form);
      expect(donationSettings.safeParse(body).success).toBe(true);
      expect(formOf({ ...user, ...body })).toEqual(form);
    }
  });
});

it('previews what the overlay will get', () => {
  expect(previewOf({ ...plain, gradientType: 'fire' })).toMatchObject({ gradientType: 'fire' });
  expect(previewOf({ ...plain, nameColor: 'not yet' }).nameColor).toBe('#22c55e');
});

it('knows a colour that is none from one left empty', () => {
  expect(hasUnfinishedColor({ ...plain, amountColor: '' })).toBe(false);
  expect(hasUnfinishedColor({ ...plain, amountColor: '#12' })).toBe(true);
  expect(hasUnfinishedColor({ ...plain, cardColor: 'green' })).toBe(true);
});

it('a minimum that is no number falls back to 0.002', () => {
  expect(readMinimum('')).toBe(0.002);
  expect(readMinimum('abc')).toBe(0.002);
  expect(readMinimum('0.05')).toBe(0.05);
});

it('reads a minimum with a comma as with a point, and what may be thousands as too much', () => {
  expect(readMinimum('1,5')).toBe(1.5);
  expect(readMinimum(' 0,002 ')).toBe(0.002);
  for (const thousands of ['1,000', '20,500', '1,000,000', '1,000.5'])
    expect(words({ minDonationAmount: readMinimum(thousands) }), thousands).toBe(
      'Minimum amount cannot exceed 100 SOL',
    );
});

it('steps a minimum by 0.002 and not out of its range', () => {
  expect([stepMinimum(0.1, 1), stepMinimum(0.1, -1), stepMinimum(1.5, 1)]).toEqual([0.102, 0.098, 1.502]);
  expect([stepMinimum(0.002, -1), stepMinimum(0.003, -1), stepMinimum(99.999, 1)]).toEqual([
    0.002, 0.002, 100,
  ]);
});

it('refuses with the words of the spec', () => {
  expect(words({ minDonationAmount: 0.001 })).toBe('Minimum amount must be at least 0.002 SOL');
  expect(words({ minDonationAmount: 101 })).toBe('Minimum amount cannot exceed 100 SOL');
  expect(words({ cardColor: 'green' })).toBe('Invalid hex color');
  expect(words({ amountColor: '#12' })).toBe('Invalid hex color');
  expect(words({ amountColor: '' })).toBeUndefined();
});

const typed = (...presetAmounts: string[]) => ({ ...plain, presetAmounts });
const refused = async (form: SettingsForm) => {
  const resolve = resolveWith<SettingsForm>(settingsForm);
  const { errors } = await resolve(form, undefined, { fields: {}, shouldUseNativeValidation: false });
  const { presetAmounts } = errors;
  return form.presetAmounts.map((_, place) => presetAmounts?.[place]?.message ?? null);
};

describe('preset amounts', () => {
  it('are refused each at its own field, also behind empty ones', async () => {
    expect(await refused(typed('0.1', '', 'abc', '', '1001', '0.10'))).toEqual([
      null,
      null,
      'Please enter an amount above 0',
      null,
      'A preset amount cannot exceed 1000 SOL',
      'This amount is there already',
    ]);
    expect(await refused(typed('0.1', '0.001'))).toEqual([
      null,
      'A preset amount must be at least 0.002 SOL',
    ]);
    expect(await refused(typed('0.1', '', '0.2'))).toEqual([null, null, null]);
  });

  it('below the minimum are no error, whichever of the two was changed, and each is known by its place', async () => {
    const form = { ...typed('0.1', '', '0,02', 'abc'), minDonationAmount: 0.05 };
    expect(await refused({ ...form, presetAmounts: ['0.1', '', '0,02'] })).toEqual([null, null, null]);
    expect(presetsBelow(form.presetAmounts, form.minDonationAmount)).toEqual([null, null, '0.02', null]);
    expect(presetsBelow(['0.02', '9'.repeat(22)], 1e23)).toEqual(['0.02', null]);
  });
});

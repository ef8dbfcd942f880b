import { afterEach, describe, expect, it, vi } from 'vitest';
import { minDonationAmount, minimumDonationSol, newPassword, username } from '#contract/account.ts';
import { donorLimits } from '#contract/donation.ts';
import { defaultColors } from '#contract/gradient.ts';
import { formatSol } from '#contract/lamports.ts';
import { cardTimes, reconnection, socketNamespace } from '#contract/realtime.ts';
import { alertSource } from '#web/lib/obs-source-url.ts';
import { fileRefusal, isTooLong, pickerTypes } from '#web/features/donate/clip-file.ts';
import { isLow } from '#web/features/donate/countdown.ts';
import { qrMargin } from '#web/ui/qr-path.ts';
import { defaultPageSize, pageNumbers, pageSizes } from '#web/features/donations/donation-list.ts';
import { createCall } from '#web/lib/call.ts';
import { formatDate, previewAddress, shortAddress } from '#web/ui/format.ts';
import { donationToastMs, toastDurations, toastLimit } from '#web/ui/toasts.ts';

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }) => (value: unknown) =>
  schema.safeParse(value).success;
const ofLength = (length: number): string => 'a'.repeat(length);
const file = (bytes: number) => ({ name: 'a.mp3', type: 'audio/mpeg', size: bytes });
const fiveMegabytes = 5 * 1024 * 1024;

/** Business constants and limits of spec §9, each by its sentence there. */
const constants: [rule: string, inCode: unknown, inSpec: unknown][] = [
  ['username 3–20 characters', [2, 3, 20, 21].map(ofLength).map(takes(username)), [false, true, true, false]],
  ['password 6–50', [5, 6, 50, 51].map(ofLength).map(takes(newPassword)), [false, true, true, false]],
  ['donor name at most 50, message at most 500', donorLimits, { name: 50, message: 500 }],
  [
    'minimum donation 0.002–100 SOL',
    [0.0019, 0.002, 100, 100.001].map(takes(minDonationAmount)),
    [false, true, true, false],
  ],
  ['minimum donation default 0.002', minimumDonationSol.default, 0.002],
  [
    'audio types',
    pickerTypes.split(',').filter((type) => type.startsWith('.')),
    ['.mp3', '.wav', '.ogg', '.m4a', '.webm'],
  ],
  [
    'audio max 5 MB',
    [fiveMegabytes, fiveMegabytes + 1].map((size) => fileRefusal(file(size)) === null),
    [true, false],
  ],
  // 0.12 s more for what encoders fill up.
  ['audio max 15 seconds', [15, 15.2].map(isTooLong), [false, true]],
  ['countdown red at 120 seconds or less', [121, 120, 1].map(isLow), [false, true, true]],
  ['widget card display time 7 seconds', cardTimes.shownMs, 7000],
  ['recommended widget size 400x600', [alertSource.width, alertSource.height], [400, 600]],
  ['wallet preview: first 8 characters', previewAddress(address), '7xKXtg2C…'],
  ['a shortened address shows 4 characters at each end', shortAddress(address), '7xKX…gAsU'],
  ['page size default 20, options 10/20/50/100', [defaultPageSize, ...pageSizes], [20, 10, 20, 50, 100]],
  [
    'pagination neighbours within 2, with ellipses',
    pageNumbers(10, 19),
    [1, 'gap', 8, 9, 10, 11, 12, 'gap', 19],
  ],
  ['amounts with 6 decimals and SOL', formatSol(100_000_000n), '0.100000 SOL'],
  ['socket path prefix', socketNamespace, '/api'],
  [
    'socket reconnection',
    reconnection,
    {
      reconnection: true,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      reconnectionAttempts: Number.POSITIVE_INFINITY,
      timeout: 20_000,
    },
  ],
  [
    'toast durations',
    toastDurations,
    { blank: 4000, error: 4000, success: 2000, loading: Number.POSITIVE_INFINITY, custom: 4000 },
  ],
  ['toasts of the donation flow 4 seconds', donationToastMs, 4000],
  ['at most 20 toasts', toastLimit, 20],
  ['default colours', defaultColors, { card: '#22c55e', message: '#e5e7eb', amount: '#fbbf24' }],
  ['QR code margin 2', qrMargin, 2],
];

describe('the constants of spec §9', () => {
  it.each(constants)('%s', (_, inCode, inSpec) => {
    expect(inCode).toEqual(inSpec);
  });

  it('dates in US English: short month, day, year, with hours and minutes', () => {
    expect(formatDate('2026-11-21T10:58:00.000Z')).toMatch(/^Nov 2[012], 2026, \d{1,2}:\d{2}\s[AP]M$/);
  });
});

describe('the API timeout', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is 10 seconds for every call', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network here')));
    const token = { get: () => null, clear: () => undefined };
    const call = createCall({ baseUrl: '/api', token, pathname: () => '/', onSessionLost: () => undefined });
    await expect(call('config')).rejects.toMatchObject({ code: 'offline' });
    expect(timeout.mock.calls).toEqual([[10_000]]);
  });
});

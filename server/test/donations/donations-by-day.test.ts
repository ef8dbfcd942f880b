import { expect, it } from 'vitest';
import { dailyDonations } from '#server/app/donations/daily-donations.ts';
import { createDonationReads } from '#server/postgres/donations/donation-reads.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations } from '#server/test/plant-donations.ts';

const http = forFile(openHttp);

/** What the chart shows at that moment to a streamer of that time zone: days and their counts, those with any only. */
async function daysAt(
  now: string,
  timeZone: string,
  { rows, days = 14 }: { rows: Parameters<typeof plantDonations>[2]; days?: number },
) {
  const { user } = await http.signUp();
  await http.db.updateTable('users').set({ time_zone: timeZone }).where('id', '=', user.id).execute();
  await plantDonations(http.db, user.id, rows);
  const reads = createDonationReads(http.db, { now: () => new Date(now) });
  const reply = await dailyDonations({ donations: { ...http.ports.donations, ...reads } }, user.id, days);
  return { ...reply, paid: reply.days.filter(({ count }) => count > 0) };
}

const today = () => new Date().toISOString().slice(0, 10);

it('shows fourteen days unless told, today last, also those without any', async () => {
  const { token } = await http.signUp('daily-by-http');
  const before = today();
  const reply = await http.call('GET', '/donations/daily', undefined, token);
  const { days, timeZone } = reply.json();
  expect(timeZone).toBe('UTC');
  expect(days).toHaveLength(14);
  expect([before, today()]).toContain(days.at(-1).date);
  expect(days.at(-1)).toMatchObject({ count: 0, amount: 0 });
  const two = await http.call('GET', '/donations/daily?days=2', undefined, token);
  expect(two.json().days).toEqual(days.slice(-2));
  expect((await http.call('GET', '/donations/daily?days=367', undefined, token)).statusCode).toBe(400);
  expect((await http.call('GET', '/donations/daily')).statusCode).toBe(401);
});

it('counts a donation on the day of its payment, as the streamer’s clock has it', async () => {
  const rows = [
    // Ten minutes before and after midnight in Tokyo.
    paidAt('2026-11-20T14:50:00Z', 1n),
    paidAt('2026-11-20T15:10:00Z', 1_500_000_000n),
    paidAt('2026-11-20T15:20:00Z', 2_000_000_000n),
    // Made within the days, paid before them.
    paidAt('2026-11-01T00:00:00Z'),
  ].map((row) => ({ ...row, min_lamports: 1n }));
  const { days, timeZone } = await daysAt('2026-11-21T03:00:00Z', 'Asia/Tokyo', { rows, days: 3 });
  expect(timeZone).toBe('Asia/Tokyo');
  expect(days).toEqual([
    { date: '2026-11-19', count: 0, amount: 0 },
    { date: '2026-11-20', count: 1, amount: 0.000000001 },
    { date: '2026-11-21', count: 2, amount: 3.5 },
  ]);
});

it('counts only what is paid: neither waiting, nor expired with a part, nor rolled back', async () => {
  const at = '2026-11-20T12:00:00Z';
  const shownThen = { shown_at: new Date(at), settled_how: 'marked' as const };
  const { paid } = await daysAt('2026-11-20T13:00:00Z', 'UTC', {
    rows: [
      paidAt(at),
      { ...paidAt(at), ...shownThen },
      { ...paidAt(at), ...shownThen, swept_at: new Date(at), transfer_signature: 's' },
      { ...paidAt(at), failed_at: new Date(at) },
      { expired_at: new Date(at), received_lamports: 1_000_000n },
      {},
    ],
  });
  expect(paid).toEqual([{ date: '2026-11-20', count: 3, amount: 0.006 }]);
});

it('never counts another streamer’s donations', async () => {
  await daysAt('2026-11-20T13:00:00Z', 'UTC', { rows: [paidAt('2026-11-20T12:00:00Z')] });
  expect((await daysAt('2026-11-20T13:00:00Z', 'UTC', { rows: [] })).paid).toEqual([]);
});

/** Date and count of the three days up to `now` in Berlin, with a payment at each of the times. */
const countsOf = async (now: string, times: string[]) =>
  (await daysAt(now, 'Europe/Berlin', { rows: times.map((time) => paidAt(time)), days: 3 })).days.map(
    ({ date, count }) => [date, count],
  );

it('a day of 23 hours and one of 25 hold all that was paid in them', async () => {
  // Berlin: 2026-03-29 has 23 hours, 2026-10-25 has 25.
  const spring = [
    '2026-03-28T22:59:59Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
  ];
  const autumn = [
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
  ];
  expect(await countsOf('2026-03-30T12:00:00Z', spring)).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 2],
    ['2026-03-30', 1],
  ]);
  expect(await countsOf('2026-10-26T12:00:00Z', autumn)).toEqual([
    ['2026-10-24', 1],
    ['2026-10-25', 2],
    ['2026-10-26', 1],
  ]);
});

it('a first day without a midnight is whole as well', async () => {
  // Cairo, 2026-04-24: at midnight the clocks went to one o’clock.
  const rows = [
    paidAt('2026-04-23T21:59:59Z'),
    paidAt('2026-04-23T22:00:00Z'),
    paidAt('2026-04-24T20:59:59Z'),
  ];
  const { days } = await daysAt('2026-04-25T10:00:00Z', 'Africa/Cairo', { rows, days: 2 });
  expect(days.map(({ date, count }) => [date, count])).toEqual([
    ['2026-04-24', 2],
    ['2026-04-25', 0],
  ]);
});

it('today is the streamer’s today', async () => {
  const now = '2026-11-20T23:30:00Z';
  const lastDay = async (timeZone: string) => (await daysAt(now, timeZone, { rows: [] })).days.at(-1)?.date;
  expect(await lastDay('Pacific/Kiritimati')).toBe('2026-11-21');
  expect(await lastDay('America/Los_Angeles')).toBe('2026-11-20');
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askPrice } from '#server/app/fiat/ask-price.ts';
import type { FiatPorts, PriceOutcome } from '#server/app/fiat/fiat-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { applyEntries, type ChainEntry } from '#server/domain/donation.ts';
import { enterDonations } from '#server/postgres/donations/enter-donations.ts';
import { createHttpPriceSource } from '#server/prices/create-http-price-source.ts';
import { type HttpFixture, openHttp } from '#server/test/http-fixture.ts';
import { price, type PriceServer, startPriceServer } from '#server/test/stand-ins/price-server.ts';

const minuteMs = 60_000;
const settings = { currency: 'EUR', everyMs: minuteMs, staleMs: 5 * minuteMs, hiddenMs: 30 * minuteMs };

let http: HttpFixture;
let source: PriceServer;
let kat: Awaited<ReturnType<HttpFixture['signUp']>>;
let signatures = 0;
beforeAll(async () => {
  http = await openHttp();
  source = await startPriceServer('150');
  kat = await http.signUp('kat');
});
afterAll(async () => {
  await http.stop();
  await source.close();
});
beforeEach(async () => {
  await sql`truncate sol_prices, price_turn`.execute(http.db);
});

const ago = (minutes: number): Date => new Date(http.ports.clock.now().getTime() - minutes * minuteMs);
const keep = (minutesAgo: number, micros: bigint, currency = 'EUR', digits = 2) =>
  http.ports.prices.keep({
    currency,
    digits,
    priceMicros: micros,
    readAt: ago(minutesAgo),
    believedMs: settings.hiddenMs,
  });

const entry = (minutesAgo: number, lamports: bigint, over: Partial<ChainEntry> = {}): ChainEntry => ({
  signature: `signature-${(signatures += 1)}`,
  slot: BigInt(signatures),
  blockTime: ago(minutesAgo),
  lamports,
  feeLamports: 0n,
  payers: [],
  succeeded: true,
  finalized: false,
  dropped: false,
  ...over,
});

/** A donation of its own, to which the chain brings entries one reading after the other. */
async function readOf(...readings: ChainEntry[][]) {
  const { id } = (await http.call('POST', '/donations', { linkCode: kat.donationLink })).json<{
    id: string;
  }>();
  // Nothing is paid before its donation is made.
  await sql`update donations set created_at = created_at - interval '3 days' where id = ${id}`.execute(
    http.db,
  );
  let told;
  for (const seen of readings) {
    told = (await http.ports.donations.change(id, (one) => applyEntries(one, seen, new Date()))).value;
  }
  const stored = (await http.ports.donations.find(id))?.value;
  expect(told).toEqual(stored);
  return { id, value: stored };
}

test('a payment takes the price of its block’s time or the one nearest before, yesterday’s too', async () => {
  await keep(1500, 100_000_000n);
  await keep(1440, 120_000_000n);
  await keep(1, 150_000_000n);
  const yesterday = await readOf([entry(1435, 1_000_000_000n)]);
  expect(yesterday.value).toEqual({ currency: 'EUR', priceMicros: 120_000_000n, minor: 12_000n });
  // Thirty-one minutes after the last one of yesterday none was good.
  expect((await readOf([entry(1409, 1_000_000_000n)])).value).toBeNull();
  expect((await readOf([entry(1501, 1_000_000_000n)])).value).toBeNull();
});

test('parts are worth what each was; one without a price, or in another currency, leaves the whole without', async () => {
  await keep(100, 100_000_000n);
  await keep(90, 200_000_000n);
  await keep(50, 40_000_000n, 'GBP');
  const parts = [entry(95, 1_000_000_000n), entry(85, 3_000_000_000n)];
  const { value } = await readOf([parts[0]!], [parts[1]!]);
  expect(value).toEqual({ currency: 'EUR', priceMicros: 175_000_000n, minor: 70_000n });
  expect((await readOf([entry(95, 5_000_000n), entry(110, 5_000_000n)])).value).toBeNull();
  expect((await readOf([entry(95, 5_000_000n), entry(45, 5_000_000n)])).value).toBeNull();
});

test('a value is stored to the nearest of the smallest unit, a half upwards', async () => {
  await keep(10, 100_500_000n);
  expect((await readOf([entry(9, 10_000_000n)])).value?.minor).toBe(101n);
  expect((await readOf([entry(9, 9_000_000n)])).value?.minor).toBe(90n);
});

test('a payment keeps its value through finality, loses it with a rollback, and heals with it', async () => {
  await keep(10, 150_000_000n);
  const paid = entry(9, 1_000_000_000n);
  const { id, value } = await readOf([paid]);
  expect(value?.minor).toBe(15_000n);
  await sql`truncate sol_prices`.execute(http.db);
  await keep(9.5, 300_000_000n);
  const read = async (seen: ChainEntry) =>
    (await http.ports.donations.change(id, (one) => applyEntries(one, [seen], new Date()))).value?.minor;
  expect(await read({ ...paid, dropped: true })).toBeUndefined();
  expect(await read({ ...paid, slot: 999n })).toBe(15_000n);
  expect(await read({ ...paid, slot: 999n, finalized: true })).toBe(15_000n);
});

test('a payment that was another one than was told at first is worth what it really was', async () => {
  await keep(10, 150_000_000n);
  const told = entry(9, 1_000_000_000n);
  const { value } = await readOf([told], [{ ...told, lamports: 2_000_000n, finalized: true }]);
  expect(value).toEqual({ currency: 'EUR', priceMicros: 150_000_000n, minor: 30n });
});

test('what has no room never keeps a payment from being recorded', async () => {
  await keep(10, 10n ** 13n, 'KWD', 3);
  const most = 9_000_000_000_000_000_000n;
  expect((await readOf([entry(9, most)])).value?.minor).toBe(9_223_372_036_854_775_807n);
  // Money that leaves has no value, and takes none away.
  const paid = await readOf([entry(9, 1_000_000n)], [entry(8, -1_000_000n, { finalized: true })]);
  expect(paid.value?.minor).toBe(10_000_000n);
});

test('what is recovered from the chain is valued where the history has its time', async () => {
  await keep(3000, 150_000_000n);
  const found = [2995, 2000].map((minutes, index) => ({
    userId: kat.user.id,
    path: { user: 1, epoch: 0, index: 900_000 + index },
    address: `recovered-${index}`,
    entries: [entry(minutes, 100_000_000n)],
  }));
  await enterDonations(http.db, found, new Date());
  const values = await Promise.all(
    found.map(async ({ address }) => (await http.ports.donations.findByAddress(address))?.value),
  );
  expect(values).toEqual([{ currency: 'EUR', priceMicros: 150_000_000n, minor: 1500n }, null]);
});

test('the turn to ask is one process’s; what is refused is counted, and the price before stays', async () => {
  const outcomes: PriceOutcome[] = [];
  const asking = {
    fiat: {
      settings,
      source: createHttpPriceSource({ url: new Secret(source.url), path: 'solana.eur' }),
    } satisfies FiatPorts['fiat'],
    prices: http.ports.prices,
    clock: http.ports.clock,
    meter: { priceAsked: (outcome: PriceOutcome) => void outcomes.push(outcome) },
  };
  const ask = async () => (await askPrice(asking, new AbortController().signal)).outcome;
  const all = await Promise.all([ask(), ask(), ask()]);
  expect(all.filter((outcome) => outcome !== null)).toEqual(['taken']);
  for (const [text, minutes] of [
    ['310', 1],
    ['0', 1],
    ['"x"', 1],
    ['290', 1],
    ['1000', 1],
    ['1000', 31],
  ] as const) {
    source.answer(price(text));
    http.passTime(minutes * minuteMs);
    await ask();
  }
  expect(outcomes).toEqual(['taken', 'jumped', 'implausible', 'not_a_number', 'taken', 'jumped', 'taken']);
  expect((await http.ports.prices.latest('EUR'))?.priceMicros).toBe(1_000_000_000n);
  // Read while the clock was two hours ahead.
  await keep(-120, 7_000_000n);
  expect((await http.ports.prices.latest('EUR'))?.priceMicros).toBe(1_000_000_000n);
  expect(await http.ports.prices.latest('USD')).toBeNull();
  expect(source.asked()).toBe(7);
});

test('old prices are thinned out, and one that was good remains for every time', async () => {
  const dayMinutes = 1440;
  for (const minutes of [1, 2, 3]) await keep(minutes, 150_000_000n);
  for (let minute = 0; minute < 90; minute += 1) await keep(3 * dayMinutes + minute, 140_000_000n);
  await keep(401 * dayMinutes, 10_000_000n);
  await http.ports.prices.thin();
  await http.ports.prices.thin();
  const { rows } = await sql<{ readAt: Date }>`
    select read_at as "readAt" from sol_prices order by read_at`.execute(http.db);
  const old = rows.filter(({ readAt }) => readAt < ago(dayMinutes)).map(({ readAt }) => readAt.getTime());
  expect(rows.length - old.length).toBe(3);
  expect(old.length).toBeGreaterThanOrEqual(6);
  expect(old.length).toBeLessThanOrEqual(7);
  const gaps = old.slice(1).map((ms, index) => ms - (old[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(settings.hiddenMs);
});

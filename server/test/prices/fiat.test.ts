import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';
import { price, type PriceServer, startPriceServer } from '#server/test/stand-ins/price-server.ts';
import { startBrava, type Brava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { freePort } from '#server/test/free-port.ts';
import {
  acknowledgeAll,
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  request,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer, type TestServer } from '#server/test/test-server.ts';

let source: PriceServer;
let server: TestServer;
let second: Brava;
const log: string[] = [];
const environment = () => ({
  FIAT_CURRENCY: 'EUR',
  FIAT_PRICE_URL: source.url,
  FIAT_PRICE_PATH: 'solana.eur',
  LOG_LEVEL: 'info',
});

beforeAll(async () => {
  source = await startPriceServer('151.2045');
  server = await startTestServer({
    environment: environment(),
    log: { write: (line: string) => void log.push(line) },
  });
  const config = readConfig({
    ...environment(),
    PORT: String(await freePort()),
    SEED_FILE: server.seedFile,
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.connectionString,
  });
  second = await startBrava(config, server.around(), server.logger);
  await isKnown(server.url);
  // Blocks bear whole seconds: a payment in the second of the first price would have come before it.
  server.passTime(1000);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await source.close();
});

const isKnown = (url: string) =>
  until(async () => {
    if ((await call(url, 'solPrice')).price === null) throw new Error('No price is known yet.');
  });
const priceOf = (url: string) => call(url, 'solPrice');
const worth = (value: string) => ({ currency: 'EUR', value, price: '151.2045' });

async function pay(linkCode: string, amount: number): Promise<string> {
  const { id } = await call(server.url, 'createDonation', { body: { linkCode, donatorName: 'Zoë' } });
  await call(server.url, 'sandboxPay', { body: { donationId: id, amount } });
  await until(async () => {
    const { status } = await call(server.url, 'donationStatus', { params: { id } });
    expect(status).not.toBe('PENDING');
  });
  return id;
}

test('one process asks, every process knows', async () => {
  const { price: known } = await priceOf(server.url);
  expect(known).toMatchObject({ currency: 'EUR', price: '151.2045' });
  const readMs = Date.parse(known?.readAt ?? '');
  expect(Date.parse(known?.staleAt ?? '') - readMs).toBe(300_000);
  expect(Date.parse(known?.hiddenAt ?? '') - readMs).toBe(1_800_000);
  expect(await priceOf(second.url)).toEqual({ price: known });
  expect(source.asked()).toBe(1);
  expect((await call(second.url, 'config')).fiatCurrency).toBe('EUR');
  expect((await request(server.url, 'solPrice', { query: '?currency=USD' })).status).toBeLessThan(500);
});

test('what a donation was worth when it was paid is told wherever its amount is', async () => {
  const kat = await registerStreamer(server.url);
  const { token } = kat;
  const receiver = await startReceiver();
  await call(server.url, 'createWebhook', {
    token,
    body: { url: receiver.url, events: ['donation.received'] },
  });
  const overlay = await openOverlay(server.url, kat.widgetCode);
  acknowledgeAll(overlay, quickPace.cardMs);
  const cards = () => cardsOf(overlay);
  const id = await pay(kat.donationLink, 0.1);
  expect(await call(server.url, 'publicDonation', { params: { id } })).toMatchObject({
    fiat: worth('15.12'),
  });
  const { data } = await call(server.url, 'myDonations', { token });
  expect(data).toMatchObject([{ id, fiat: worth('15.12') }]);
  const searched = await call(server.url, 'searchDonations', { token });
  expect(searched.data).toMatchObject([{ id, fiat: worth('15.12') }]);
  const headers = { authorization: `Bearer ${token}` };
  const csv = await (await fetch(`${server.url}/api/donations/export`, { headers })).text();
  expect(csv.split('\r\n')[0]).toMatch(/,Value when paid,Value currency,Price of 1 SOL,/);
  expect(csv.split('\r\n')[1]).toMatch(/,0\.100000000,.*,15\.12,EUR,151\.2045,/);
  // On a busy machine it may come twice.
  await until(() => expect(receiver.received).not.toHaveLength(0));
  expect(receiver.received[0]?.message.data.fiat).toEqual(worth('15.12'));
  await receiver.close();
  // Cards say it only where the streamer wants them to.
  await until(() => expect(cards()).toHaveLength(1));
  expect(cards()[0]?.fiat).toBeNull();
  const { showsFiat, ...others } = await call(server.url, 'alertSettings', { token });
  expect(showsFiat).toBe(false);
  await call(server.url, 'changeAlertSettings', { token, body: { ...others, showsFiat: true } });
  expect(await call(server.url, 'changeAlertSettings', { token, body: others })).toMatchObject({
    showsFiat: true,
  });
  await call(server.url, 'testAlert', { token });
  await until(() => expect(cards()).toHaveLength(2));
  expect(cards()[1]?.fiat).toEqual(worth('15.12'));
  await pay(kat.donationLink, 1);
  await until(() => expect(cards()).toHaveLength(3));
  expect(cards()[2]?.fiat).toEqual(worth('151.20'));
  await until(async () => {
    const { recent } = await call(server.url, 'alertDesk', { token });
    expect(recent.map(({ fiat }) => fiat?.value)).toEqual(['151.20', '15.12']);
  });
  const moderator = await call(server.url, 'createAccessToken', {
    token,
    body: { scopes: ['moderator'], name: 'mods', hidesAmounts: true },
  });
  const { recent } = await call(server.url, 'alertDesk', { token: moderator.token });
  expect(recent.map(({ fiat }) => fiat)).toEqual([null, null]);
});

test('a price that nobody renews is hidden, and values nothing any more', async () => {
  source.answer((response) => response.writeHead(500).end());
  server.passTime(1_700_000);
  expect((await priceOf(second.url)).price).not.toBeNull();
  server.passTime(110_000);
  expect(await priceOf(second.url)).toEqual({ price: null });
  const kat = await registerStreamer(server.url);
  const id = await pay(kat.donationLink, 0.1);
  expect(await call(server.url, 'publicDonation', { params: { id } })).toMatchObject({ fiat: null });
  source.answer(price('900'));
  await server.restart();
  await until(async () => expect((await priceOf(second.url)).price?.price).toBe('900.00'));
  // What was paid meanwhile is not valued afterwards.
  expect(await call(server.url, 'publicDonation', { params: { id } })).toMatchObject({ fiat: null });
  expect(log.join('\n')).not.toContain('not-for-logs');
});

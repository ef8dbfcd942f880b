import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mostTokenUnits, unitsToTokens } from '#contract/tokens.ts';
import { query } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  acknowledgeAll,
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';
import { issueToken, type IssuedToken } from '#server/test/token-fixture.ts';

/** Accounts are read every 2 s, and a transfer takes several slots until it is final. */
const patienceMs = 30_000;
const eventually = (check: () => unknown) => until(check, patienceMs);
vi.setConfig({ testTimeout: 4 * patienceMs });

let whole: IssuedToken;
let nine: IssuedToken;
let usdc: string;
const server = forFile(() =>
  startTestServer({
    onChain: async ({ url }) => {
      [whole, nine] = await Promise.all([issueToken(url, 0), issueToken(url, 9)]);
      return { TOKENS: `WHOLE:${whole.mint}:0:2,NINE:${nine.mint}:9:0.000000001` };
    },
  }),
);

/** A streamer who takes everything. */
async function registerTaker(): Promise<TestStreamer> {
  const streamer = await registerStreamer(server.url);
  const { token } = streamer;
  const { data } = await call(server.url, 'myTokens', { token });
  expect(data.map(({ symbol, isOn }) => [symbol, isOn])).toEqual([
    ['WHOLE', false],
    ['NINE', false],
    ['tUSDC', false],
  ]);
  usdc = data[2]?.mint ?? '';
  for (const { mint } of data)
    await call(server.url, 'changeToken', { token, params: { mint }, body: { isOn: true } });
  return streamer;
}

const create = (streamer: TestStreamer, token: string, more: object = {}) =>
  call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink, token, ...more } });
const pageOf = (id: string) => call(server.url, 'publicDonation', { params: { id } });
const untilStatus = (id: string, status: string) =>
  eventually(async () => expect((await pageOf(id)).status).toBe(status));
const code = (name: string) => ({ status: 400, body: { code: name } });
/** What is paid later is looked for once a minute: time may only pass once it is there. */
async function giveLater({ walletAddress }: { walletAddress: string }, units: bigint): Promise<void> {
  await whole.give(walletAddress, units);
  await eventually(async () => expect(await whole.unitsOf(walletAddress)).toBe(units));
  server.passTime(61_000);
}
const rowsOf = (text: string) => query(server.connectionString, text);

test('a donation in a token goes from the form to the stream and to the streamer’s account, to the last unit', async () => {
  const streamer = await registerTaker();
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  acknowledgeAll(overlay, quickPace.cardMs);
  const page = await call(server.url, 'donationPage', { params: { linkCode: streamer.donationLink } });
  expect(page.tokens).toContainEqual({ mint: usdc, symbol: 'tUSDC', decimals: 6, minAmount: '1' });
  const created = await create(streamer, usdc, { askedTokenAmount: '5.25' });
  expect(created).toMatchObject({
    minAmount: 0,
    token: { minAmount: '1', askedAmount: '5.25', amount: '0' },
  });

  await call(server.url, 'sandboxPay', { body: { donationId: created.id } });
  await eventually(() => expect(cardsOf(overlay)).toHaveLength(1));
  expect(cardsOf(overlay)[0]).toMatchObject({
    id: created.id,
    amount: 0,
    tokenAmount: '5.25 tUSDC',
    fiat: null,
  });
  await untilStatus(created.id, 'TRANSFERRED');
  expect(await call(server.url, 'donationStatus', { params: { id: created.id } })).toMatchObject({
    amount: 0,
    token: { symbol: 'tUSDC', amount: '5.25' },
  });
  const { token } = streamer;
  const wallet = await call(server.url, 'walletTokens', { token });
  expect(wallet.data.find(({ mint }) => mint === usdc)?.amount).toBe('5.25');
  const stats = await call(server.url, 'donationStats', { token });
  expect(stats).toMatchObject({
    totalDonations: 1,
    totalAmount: 0,
    tokens: [{ symbol: 'tUSDC', amount: '5.25' }],
  });
  const { data } = await call(server.url, 'myDonations', { token });
  expect(data[0]).toMatchObject({ status: 'TRANSFERRED', amount: 0, token: { amount: '5.25', decimals: 6 } });
  expect(await rowsOf(`select 1 from token_sweep_jobs where donation_id = '${created.id}'`)).toEqual([]);
});

test('parts add up, a second payment is passed on without a second alert, and SOL pays for nothing', async () => {
  const streamer = await registerTaker();
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  acknowledgeAll(overlay, quickPace.cardMs);
  const created = await create(streamer, whole.mint);
  expect(created.token).toMatchObject({ decimals: 0, minAmount: '2' });
  await call(server.url, 'sandboxPay', { body: { donationId: created.id, amount: 1 } });
  await whole.give(created.walletAddress, 1n);
  await eventually(async () =>
    expect(await pageOf(created.id)).toMatchObject({
      status: 'PENDING',
      amount: 1,
      missingAmount: 0,
      token: { amount: '1', missingAmount: '1' },
    }),
  );
  await whole.give(created.walletAddress, 4n);
  await untilStatus(created.id, 'TRANSFERRED');
  expect(await whole.unitsOf(streamer.user.walletAddress)).toBe(5n);
  await giveLater(created, 7n);
  await eventually(async () => expect(await whole.unitsOf(streamer.user.walletAddress)).toBe(12n));
  await eventually(async () => expect((await pageOf(created.id)).token?.amount).toBe('12'));
  expect((await pageOf(created.id)).paymentAmounts).toEqual(['1', '4', '7']);
  expect(new Set(overlay.heard('show_donation').map(({ alertId }) => alertId)).size).toBe(1);
  // The SOL went on to the streamer as ever.
  await eventually(async () =>
    expect(
      await rowsOf(`select 1 from sweeps s join donations d on d.id = s.donation_id
    where d.id = '${created.id}' and s.state = 'landed'`),
    ).toHaveLength(1),
  );
});

test('a u64 is counted to the last unit, and what a u64 cannot hold is refused', async () => {
  const streamer = await registerTaker();
  const { token } = streamer;
  const most = unitsToTokens(mostTokenUnits, 9);
  const created = await create(streamer, nine.mint, { askedTokenAmount: most });
  await nine.give(created.walletAddress, mostTokenUnits);
  await eventually(async () => expect((await pageOf(created.id)).token?.amount).toBe(most));
  await eventually(async () => expect(await nine.unitsOf(streamer.user.walletAddress)).toBe(mostTokenUnits));
  await eventually(async () => {
    const { tokens } = await call(server.url, 'donationStats', { token });
    expect(tokens).toMatchObject([{ symbol: 'NINE', amount: most, donations: 1 }]);
  });
  const refused = (body: object) =>
    request(server.url, 'createDonation', { body: { linkCode: streamer.donationLink, ...body } });
  expect(await refused({ token: nine.mint, askedTokenAmount: '18446744073.709551616' })).toMatchObject(
    code('token_amount_refused'),
  );
  expect(await refused({ token: usdc, askedTokenAmount: '1.0000001' })).toMatchObject(
    code('token_amount_refused'),
  );
  expect(await refused({ token: usdc, askedTokenAmount: '0.5' })).toMatchObject(code('amount_below_minimum'));
  expect(await refused({ token: usdc, askedTokenAmount: '-1' })).toMatchObject(code('invalid_request'));
  expect(await refused({ token: streamer.user.walletAddress })).toMatchObject(code('token_not_accepted'));
  const put = (mint: string, body: object) =>
    request(server.url, 'changeToken', { token, params: { mint }, body });
  expect(await put(whole.mint, { isOn: true, minAmount: '1' })).toMatchObject(
    code('token_minimum_too_small'),
  );
  expect(await put(whole.mint, { isOn: true, minAmount: '2.5' })).toMatchObject(code('token_amount_refused'));
  expect(await put('nothing', { isOn: true })).toMatchObject({
    status: 404,
    body: { code: 'token_not_found' },
  });
  await call(server.url, 'changeToken', { token, params: { mint: usdc }, body: { isOn: false } });
  expect(await refused({ token: usdc })).toMatchObject(code('token_not_accepted'));
});

test('a token that is switched while another tab stores its minimum keeps that minimum', async () => {
  const streamer = await registerTaker();
  const put = (body: { isOn: boolean; minAmount?: string }) =>
    call(server.url, 'changeToken', { token: streamer.token, params: { mint: whole.mint }, body });
  const other = new Client({ connectionString: server.connectionString });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query(
    `update streamer_tokens set minimum_units = 7 where user_id = '${streamer.user.id}' and mint = '${whole.mint}'`,
  );
  const switched = put({ isOn: false });
  await eventually(async () =>
    expect(
      await rowsOf(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%streamer_tokens%'`),
    ).toHaveLength(1),
  );
  await other.query('commit');
  expect(await switched).toMatchObject({ isOn: false, minAmount: '7' });
  expect(await put({ isOn: true })).toMatchObject({ isOn: true, minAmount: '7' });
});

test('too little expires and is passed on all the same, and what comes late makes it received and late', async () => {
  const streamer = await registerTaker();
  const created = await create(streamer, whole.mint);
  const silent = await create(streamer, usdc);
  await whole.give(created.walletAddress, 1n);
  await eventually(async () => expect((await pageOf(created.id)).token?.amount).toBe('1'));
  server.passTime(12 * 60_000);
  await untilStatus(created.id, 'EXPIRED');
  await untilStatus(silent.id, 'EXPIRED');
  await eventually(async () => expect(await whole.unitsOf(streamer.user.walletAddress)).toBe(1n));
  // As many again look like what lay there, until the books know that it went on.
  const known = `select known_units::text as units from token_watches where donation_id = '${created.id}'`;
  await eventually(async () => expect(await rowsOf(known)).toEqual([{ units: '0' }]));
  await giveLater(created, 1n);
  // Received for a moment only: it may be passed on already.
  await eventually(async () => {
    const { status, late } = await pageOf(created.id);
    expect([late, ['RECEIVED', 'TRANSFERRED'].includes(status)]).toEqual([true, true]);
  });
  await eventually(async () => expect(await whole.unitsOf(streamer.user.walletAddress)).toBe(2n));
  const { data } = await call(server.url, 'myDonations', { token: streamer.token });
  expect(data.find(({ id }) => id === created.id)).toMatchObject({ late: true, token: { amount: '2' } });
});

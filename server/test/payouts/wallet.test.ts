import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { query } from '#server/test/database-address.ts';
import { lamportsOn, payFromFaucet, rpcCall } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, request, type TestStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';
import { fundedWallet, signOwn, transferOf } from '#server/test/test-wallet.ts';

const password = 'correct horse';
const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const rent = 0.00089088;
const fee = 0.000005;

const server = forFile(startTestServer);

/** By how much the server's clock is ahead of ours. */
let passedMs = 0;
function pass(ms: number): void {
  passedMs += ms;
  server.passTime(ms);
}

type Body = { code?: string } & Partial<RouteReply<'withdraw'>>;

const pay = (address: string, lamports: number) => payFromFaucet(server.sandbox.url, address, lamports);
const walletOf = ({ token }: TestStreamer) => call(server.url, 'wallet', { token });
const quote = ({ token }: TestStreamer, address: string, amount: number | null) =>
  request(server.url, 'quoteWithdrawal', { token, body: { address, amount } });
const codeOf = ({ body }: { body: unknown }) => (body as Body).code ?? 'ok';

/** An address that nobody has used, of a wallet: with a key. */
function freshAddress(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return base58.encode(Buffer.from(x, 'base64url'));
}

/** A streamer whose wallet holds that much. */
async function funded(lamports = 20_000_000): Promise<TestStreamer> {
  const streamer = await registerStreamer(server.url);
  await pay(streamer.user.walletAddress, lamports);
  await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(lamports));
  return streamer;
}

/** The order for what is quoted now. */
async function orderOf(streamer: TestStreamer, address: string, amount: number | null) {
  const { body } = await quote(streamer, address, amount);
  const { remains: _, ...quoted } = body as RouteReply<'quoteWithdrawal'>;
  return { ...quoted, id: randomUUID(), isAll: amount === null, password };
}

const withdraw = ({ token }: TestStreamer, body: object) => request(server.url, 'withdraw', { token, body });

async function arrived(streamer: TestStreamer, id: string): Promise<RouteReply<'withdrawal'>> {
  const read = () => call(server.url, 'withdrawal', { token: streamer.token, params: { id } });
  await until(async () => expect((await read()).status).toBe('final'));
  return await read();
}

const balanceOf = (address: string) => lamportsOn(server.sandbox.url, address);

test('a donation arrives in the wallet, all of it is withdrawn, and the history names both', async () => {
  const streamer = await registerStreamer(server.url);
  const { walletAddress } = await call(server.url, 'createDonation', {
    body: { linkCode: streamer.donationLink, donatorName: 'Ann' },
  });
  await pay(walletAddress, 10_000_000);
  await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(9_995_000));
  expect((await walletOf(streamer)).balance).toBe(0.009995);
  const address = freshAddress();
  const order = await orderOf(streamer, address, null);
  expect(order).toMatchObject({ amount: 0.00999, fee });
  const made = await withdraw(streamer, order);
  expect(made).toMatchObject({ status: 201, body: { address, isAll: true } });
  const end = await arrived(streamer, order.id);
  expect(end).toMatchObject({ amount: 0.00999, fee, why: null });
  expect(await balanceOf(address)).toBe(9_990_000);
  expect(await balanceOf(streamer.user.walletAddress)).toBe(0);
  const entries = () => call(server.url, 'walletEntries', { token: streamer.token });
  await until(async () => {
    pass(4000);
    expect((await entries()).data).toHaveLength(2);
  });
  expect(await entries()).toMatchObject({
    state: 'complete',
    next: null,
    data: [
      { kind: 'withdrawal', amount: -0.009995, fee, address, succeeded: true, signature: end.signature },
      { kind: 'donation', amount: 0.009995, donatorName: 'Ann', donationId: expect.any(String) },
    ],
  });
  const first = await call(server.url, 'walletEntries', { token: streamer.token, query: '?size=1' });
  const next = `?size=1&before=${first.next}`;
  const second = await call(server.url, 'walletEntries', { token: streamer.token, query: next });
  expect([first.data[0]?.kind, second.data[0]?.kind, second.next]).toEqual(['withdrawal', 'donation', null]);
  expect(
    await request(server.url, 'walletEntries', { token: streamer.token, query: '?before=1.x' }),
  ).toMatchObject({
    status: 400,
  });
});

test('what only names a donation beside the wallet is neither a donation nor its fee', async () => {
  const streamer = await registerStreamer(server.url);
  await pay(streamer.user.walletAddress, 20_000_000);
  await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(20_000_000));
  const key = await createKeyPairSignerFromBytes(base58.decode(streamer.walletPrivateKey));
  const { walletAddress } = await call(server.url, 'createDonation', {
    body: { linkCode: streamer.donationLink, donatorName: 'Ann' },
  });
  const donor = await fundedWallet(server.sandbox.url, 50_000_000);
  const { url } = server.sandbox;
  // Paid with the exported key; and by somebody who gives something to the wallet as well.
  for (const raw of [
    await signOwn(url, key, [transferOf(key, walletAddress, 10_000_000n)]),
    await signOwn(url, donor, [
      transferOf(donor, walletAddress, 1_000_000n),
      transferOf(donor, streamer.user.walletAddress, 1n),
    ]),
  ])
    await rpcCall(url, 'sendTransaction', [raw, { encoding: 'base64', preflightCommitment: 'confirmed' }]);
  await until(async () => {
    pass(4000);
    const { data } = await call(server.url, 'walletEntries', { token: streamer.token });
    const told = data.map(({ kind, amount, donatorName }) => [
      kind,
      amount > 0.002 ? 'much' : amount,
      donatorName,
    ]);
    expect(told).toContainEqual(['donation', 'much', 'Ann']);
    expect(told).toContainEqual(['other', -0.010005, null]);
    expect(told).toContainEqual(['other', 0.000000001, null]);
    expect(told).not.toContainEqual(['donation_fee', expect.anything(), 'Ann']);
  });
});

test('the rules of the chain are told before anything is sent', async () => {
  const streamer = await funded();
  const donation = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  const address = freshAddress();
  const tries: [string, number | null, string][] = [
    [wallet, 1, 'withdrawal_above_balance'],
    [wallet, 0.02, 'withdrawal_above_balance'],
    [wallet, 0.019995, 'ok'],
    [wallet, 0.019994999, 'withdrawal_remainder_too_small'],
    [wallet, 0.019995 - rent, 'ok'],
    [wallet, 0.019995 - rent + 0.000000001, 'withdrawal_remainder_too_small'],
    [address, rent, 'ok'],
    [address, rent - 0.000000001, 'withdrawal_too_small'],
    [streamer.user.walletAddress, null, 'withdrawal_to_own_wallet'],
    [donation.walletAddress, null, 'address_of_donation'],
    [tokenProgram, null, 'address_not_payable'],
    ['11111111111111111111111111111111', null, 'address_not_payable'],
    ['kat', null, 'address_not_payable'],
    [address, 0, 'invalid_request'],
    [address, -1, 'invalid_request'],
    ['', 1, 'invalid_request'],
  ];
  for (const [to, amount, code] of tries)
    expect([to, amount, codeOf(await quote(streamer, to, amount))]).toEqual([to, amount, code]);
  const empty = await registerStreamer(server.url);
  expect(codeOf(await quote(empty, address, null))).toBe('wallet_empty');
  expect((await walletOf(empty)).balance).toBe(0);
  const poor = await funded(894_000);
  expect(codeOf(await quote(poor, address, null))).toBe('wallet_empty');
});

test('a double submit pays once; a wrong password, other figures and another’s withdrawal pay nothing', async () => {
  const [streamer, other] = await Promise.all([funded(), funded()]);
  const address = freshAddress();
  const order = await orderOf(streamer, address, 0.003);
  expect(codeOf(await withdraw(streamer, { ...order, password: 'wrong horse' }))).toBe('wrong_password');
  expect(codeOf(await withdraw(streamer, { ...order, fee: 0.000004 }))).toBe('withdrawal_changed');
  expect(codeOf(await withdraw(streamer, { ...order, isAll: true, amount: 0.02 }))).toBe(
    'withdrawal_changed',
  );
  expect(codeOf(await withdraw(streamer, { ...order, id: 'mine' }))).toBe('invalid_request');
  expect((await walletOf(streamer)).withdrawal).toBeNull();
  const replies = await Promise.all([1, 2, 3].map(() => withdraw(streamer, order)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const second = await withdraw(streamer, { ...order, id: randomUUID() });
  expect(['withdrawal_under_way', 'ok']).toContain(codeOf(second));
  const isSecond = second.status === 201;
  await arrived(streamer, order.id);
  if (isSecond) await arrived(streamer, (second.body as Body).id ?? '');
  expect((await withdraw(streamer, { ...order, password: 'wrong horse' })).body).toMatchObject({
    status: 'final',
  });
  expect(await balanceOf(address)).toBe(isSecond ? 6_000_000 : 3_000_000);
  const theirs = { token: other.token, params: { id: order.id } };
  expect(codeOf(await request(server.url, 'withdrawal', theirs))).toBe('withdrawal_not_found');
  const stolen = await orderOf(other, address, 0.003);
  expect(codeOf(await withdraw(other, { ...stolen, id: order.id }))).toBe('withdrawal_under_way');
  expect(await balanceOf(other.user.walletAddress)).toBe(20_000_000);
  const acts = await query(
    server.connectionString,
    `select action from audit where user_id = '${streamer.user.id}' and action in ('withdraw', 'password_refused')
     order by at limit 2`,
  );
  expect(acts.map((row) => row['action'])).toEqual(['password_refused', 'withdraw']);
});

test('where two-step protection is on, each withdrawal needs a code of its own', async () => {
  const streamer = await funded();
  const { token } = streamer;
  const { secret } = await call(server.url, 'beginSecondFactor', { token });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (steps = 0) => totp.generate({ timestamp: Date.now() + passedMs + steps * 30_000 });
  await call(server.url, 'turnOnSecondFactor', { token, body: { code: code() } });
  pass(60_000);
  const order = await orderOf(streamer, freshAddress(), 0.003);
  expect(codeOf(await withdraw(streamer, order))).toBe('confirm_second_factor');
  expect(codeOf(await withdraw(streamer, { ...order, code: code(10) }))).toBe('wrong_code');
  const used = code();
  expect(codeOf(await withdraw(streamer, { ...order, code: used }))).toBe('ok');
  await arrived(streamer, order.id);
  const next = await orderOf(streamer, freshAddress(), 0.003);
  expect(codeOf(await withdraw(streamer, { ...next, code: used }))).toBe('wrong_code');
});

test('while no node answers nothing is sent, and the balance is unknown, not 0', async () => {
  const streamer = await funded();
  const { token } = streamer;
  const order = await orderOf(streamer, freshAddress(), 0.003);
  server.sandbox.faults.failNext('server-error', 100_000);
  const [page, history, reply] = await Promise.all([
    walletOf(streamer),
    call(server.url, 'walletEntries', { token }),
    withdraw(streamer, order),
  ]);
  expect([page.balance, history.state]).toEqual([null, 'unknown']);
  expect(reply).toMatchObject({ status: 503, body: { code: 'chain_silent' } });
  server.sandbox.faults.clear();
  await until(async () => expect((await walletOf(streamer)).balance).toBe(0.02));
  expect((await walletOf(streamer)).withdrawal).toBeNull();
});

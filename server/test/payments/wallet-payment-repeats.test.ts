import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import type { PaymentPorts } from '#server/app/payment-ports.ts';
import { sendPayment } from '#server/app/donations/send-payment.ts';
import { createPaymentChain } from '#server/solana/payment-chain.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { type HttpFixture, openHttp } from '#server/test/http-fixture.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';
import { fundedWallet, signOwn, transferOf } from '#server/test/test-wallet.ts';

/** Nobody reads the chain here: what was paid is not recorded for as long as a test likes. */
let sandbox: Sandbox;
let http: HttpFixture;
let payments: PaymentPorts;
let wallet: KeyPairSigner;
let donationLink: string;
beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: 25, finalizedLag: 8 });
  http = await openHttp();
  ({ donationLink } = await http.signUp('streamer'));
  wallet = await fundedWallet(sandbox.url, 1_000_000_000);
  const client = createRpcClient({ urls: [sandbox.url], limits: null });
  const signal = new AbortController().signal;
  payments = { ...http.ports.payments, chain: createPaymentChain(client.patient, { limits: null, signal }) };
});
afterAll(async () => {
  await http.stop();
  await sandbox.stop();
});

async function create(): Promise<RouteReply<'createDonation'>> {
  return (await http.call('POST', '/donations', { linkCode: donationLink })).json();
}

const pay = (destination: string, lamports = 2_000_000n): Promise<string> =>
  signOwn(sandbox.url, wallet, [transferOf(wallet, destination, lamports)]);

async function send(
  donationId: string,
  transaction: string,
  over: Partial<PaymentPorts> = {},
): Promise<string> {
  const ports = { ...http.ports, payments: { ...payments, ...over } };
  const reply = sendPayment(ports, { donationId, transaction, client: 'donor' });
  return await reply.then(
    ({ state }) => state,
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
}

const failing = (): Promise<void> => Promise.reject(new Error('the database is away'));

test('bytes that were sent are the same payment when they come again after the donation’s time', async () => {
  const { id, walletAddress } = await create();
  const transaction = await pay(walletAddress);
  const late = await pay(walletAddress, 3_000_000n);
  expect(await send(id, transaction)).toBe('seen');
  http.passTime(600_000);
  expect(await send(id, transaction)).toBe('seen');
  expect(await send(id, late)).toBe('donation_expired');
  expect(await lamportsOn(sandbox.url, walletAddress)).toBe(2_000_000);
});

test('bytes that were refused are judged anew when they come again', async () => {
  const { id, walletAddress } = await create();
  const transaction = await pay(walletAddress, 5_000_000_000n);
  expect(await send(id, transaction)).toBe('wallet_balance_too_low');
  http.passTime(600_000);
  expect(await send(id, transaction)).toBe('donation_expired');
});

test('what is known of a payment is said also when its address cannot be made due', async () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const { id, walletAddress } = await create();
  expect(await send(id, await pay(walletAddress), { lookNow: failing })).toBe('seen');
  await until(() => expect(String(warned.mock.calls)).toContain('the database is away'));
});

test('a payment that the chain took back is sent again, also by a server that knows it only from its books', async () => {
  const server = await startTestServer({ slotMs: Infinity, finalizedLag: 32 });
  onTestFinished(() => server.stop());
  /** Slots go on until the answer is there: nothing is confirmed in a slot that stands still. */
  const whileSlotsPass = async <T>(answer: Promise<T>): Promise<T> => {
    const passing = setInterval(() => server.sandbox.advance(1), 200);
    return await answer.finally(() => clearInterval(passing));
  };
  const streamer = await registerStreamer(server.url);
  const payer = await whileSlotsPass(fundedWallet(server.sandbox.url, 1_000_000_000));
  const { id, walletAddress } = await call(server.url, 'createDonation', {
    body: { linkCode: streamer.donationLink },
  });
  const status = async () => (await call(server.url, 'donationStatus', { params: { id } })).status;
  server.sandbox.advance(50);
  const transfer = transferOf(payer, walletAddress, 2_000_000n);
  const body = { transaction: await signOwn(server.sandbox.url, payer, [transfer]) };
  const sendAgain = () => whileSlotsPass(request(server.url, 'sendPayment', { params: { id }, body }));
  expect(await sendAgain()).toMatchObject({ status: 200, body: { state: 'seen' } });
  server.passTime(6000);
  await until(async () => expect(await status()).toBe('RECEIVED'));

  expect(server.sandbox.faults.rollBack(12)).toBe(1);
  server.sandbox.advance(40);
  await until(async () => expect(await status()).toBe('FAILED'));
  await server.restart();
  expect(await sendAgain()).toMatchObject({ status: 200 });
  server.sandbox.advance(3);
  await until(async () => {
    server.passTime(6000);
    expect(await status()).toBe('RECEIVED');
  });
});

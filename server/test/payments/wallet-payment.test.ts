import {
  generateKeyPairSigner,
  getBase58Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { lamportsOn, payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { call, registerStreamer, request, type TestStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';
import {
  foreignInstruction,
  fundedWallet,
  refusal,
  signAsBuilt,
  signOwn,
  transferOf,
} from '#server/test/test-wallet.ts';

const minimum = 2_000_000;
let rpc: string;
let streamer: TestStreamer;
let wallet: KeyPairSigner;
const server = forFile(startTestServer);
beforeAll(async () => {
  rpc = server.sandbox.url;
  streamer = await registerStreamer(server.url);
  wallet = await fundedWallet(rpc, 1_000_000_000);
});

type Created = RouteReply<'createDonation'>;
const create = (): Promise<Created> =>
  call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
const build = (id: string, body: { payer: string; amount: number }) =>
  request(server.url, 'buildPayment', { params: { id }, body });
const send = (id: string, transaction: string) =>
  request(server.url, 'sendPayment', { params: { id }, body: { transaction } });
const statusOf = async (id: string) => (await call(server.url, 'donationStatus', { params: { id } })).status;

async function buildAndSign(id: string, amount = 0.002): Promise<string> {
  const { transaction } = await call(server.url, 'buildPayment', {
    params: { id },
    body: { payer: wallet.address, amount },
  });
  return await signAsBuilt(wallet, transaction);
}

describe('a payment that the server built', () => {
  test('is signed by the wallet, sent by the server and found by reading the chain', async () => {
    const { id } = await create();
    const signed = await buildAndSign(id, 0.0031);
    const signature = getBase58Decoder().decode(Buffer.from(signed, 'base64').subarray(1, 65));
    expect(await send(id, signed)).toEqual({ status: 200, body: { signature, state: 'seen' } });
    await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
    const { amount, paymentSignatures } = await call(server.url, 'publicDonation', { params: { id } });
    expect(amount).toBe(0.0031);
    expect(paymentSignatures).toEqual([signature]);
  });

  test('is paid once however often the same bytes come', async () => {
    const { id } = await create();
    const signed = await buildAndSign(id);
    const before = await lamportsOn(rpc, wallet.address);
    const replies = await Promise.all([send(id, signed), send(id, signed), send(id, signed)]);
    await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
    replies.push(await send(id, signed));
    expect(new Set(replies.map(({ body }) => (body as { signature: string }).signature)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(before - (await lamportsOn(rpc, wallet.address))).toBe(minimum + 5000);
  });

  test('may bring what is missing when a part has come', async () => {
    const { id, walletAddress } = await create();
    await payFromFaucet(rpc, walletAddress, 1_500_000);
    await until(async () =>
      expect(await call(server.url, 'publicDonation', { params: { id } })).toMatchObject({
        missingAmount: 0.0005,
      }),
    );
    expect(refusal(await build(id, { payer: wallet.address, amount: 0.000_499_999 }))).toBe(
      'payment_too_small',
    );
    expect(await send(id, await buildAndSign(id, 0.0005))).toMatchObject({ status: 200 });
    await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
  });

  test('is sent too when the wallet added a compute budget of its own, in either format', async () => {
    for (const version of ['legacy', 0] as const) {
      const { id, walletAddress } = await create();
      const budget = [
        getSetComputeUnitLimitInstruction({ units: 10_000 }),
        getSetComputeUnitPriceInstruction({ microLamports: 5n }),
      ];
      const transfer = transferOf(wallet, walletAddress, 2_000_000n);
      const signed = await signOwn(rpc, wallet, [...budget, transfer], version);
      expect(await send(id, signed)).toMatchObject({ status: 200, body: { state: 'seen' } });
      await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
    }
  });
});

describe('before it is signed', () => {
  test('less than what is missing is refused', async () => {
    const { id } = await create();
    expect(refusal(await build(id, { payer: wallet.address, amount: 0.001_999_999 }))).toBe(
      'payment_too_small',
    );
  });

  test('a wallet that holds too little, or nothing, is told so', async () => {
    const { id } = await create();
    const poor = await fundedWallet(rpc, 1_500_000);
    const empty = await generateKeyPairSigner();
    for (const payer of [poor.address, empty.address])
      expect(refusal(await build(id, { payer, amount: 0.002 }))).toBe('wallet_balance_too_low');
  });

  test('a payment after which the wallet would hold less than the chain lets stand is refused', async () => {
    const { id } = await create();
    const payer = await fundedWallet(rpc, minimum + 5000 + 100);
    expect(refusal(await build(id, { payer: payer.address, amount: 0.002 }))).toBe(
      'wallet_remainder_too_small',
    );
  });

  test('an address without a key, a program and the donation’s own address pay nothing', async () => {
    const { id, walletAddress } = await create();
    const clock = 'SysvarC1ock11111111111111111111111111111111';
    const notBase58 = '0'.repeat(40);
    for (const payer of ['11111111111111111111111111111111', walletAddress, notBase58, clock])
      expect(refusal(await build(id, { payer, amount: 0.002 }))).toBe('address_not_payable');
  });

  test('a donation that is unknown, paid or expired cannot be paid', async () => {
    const payer = wallet.address;
    expect(refusal(await build(crypto.randomUUID(), { payer, amount: 0.002 }))).toBe('donation_not_found');
    const paid = await create();
    await payFromFaucet(rpc, paid.walletAddress, minimum);
    await until(async () => expect(await statusOf(paid.id)).toBe('RECEIVED'));
    expect(refusal(await build(paid.id, { payer, amount: 0.002 }))).toBe('donation_already_paid');
    expect(
      refusal(
        await send(paid.id, await signOwn(rpc, wallet, [transferOf(wallet, paid.walletAddress, 2_000_000n)])),
      ),
    ).toBe('donation_already_paid');
  });

  test('amounts that are none are refused by the contract', async () => {
    const { id } = await create();
    for (const amount of [0, -1, 1e-12, 1e300, Number.NaN])
      expect((await build(id, { payer: wallet.address, amount })).status).toBe(400);
  });
});

describe('what a wallet brings back is not sent', () => {
  /** Signed instructions, and what they are refused as. */
  const hostile: [
    rule: string,
    code: string,
    make: (donation: Created, thief: KeyPairSigner) => Parameters<typeof signOwn>[2],
  ][] = [
    ['to another address', 'payment_changed', () => [transferOf(wallet, freshAddress(), 2_000_000n)]],
    [
      'with less than what is missing',
      'payment_too_small',
      ({ walletAddress }) => [transferOf(wallet, walletAddress, 1_999_999n)],
    ],
    [
      'with a second transfer',
      'payment_changed',
      ({ walletAddress }) => [
        transferOf(wallet, walletAddress, 2_000_000n),
        transferOf(wallet, freshAddress(), 1_000_000n),
      ],
    ],
    [
      'with two transfers to this donation',
      'payment_changed',
      ({ walletAddress }) => [
        transferOf(wallet, walletAddress, 2_000_000n),
        transferOf(wallet, walletAddress, 2_000_001n),
      ],
    ],
    [
      'with a call of another program',
      'payment_changed',
      ({ walletAddress }) => [
        transferOf(wallet, walletAddress, 2_000_000n),
        foreignInstruction(wallet.address),
      ],
    ],
    ['without a transfer', 'payment_changed', () => [getSetComputeUnitLimitInstruction({ units: 1000 })]],
    ['without anything', 'payment_changed', () => []],
    [
      'from another one than pays the fee',
      'payment_changed',
      ({ walletAddress }, thief) => [transferOf(thief, walletAddress, 2_000_000n)],
    ],
  ];
  test.each(hostile)('%s', async (_rule, code, make) => {
    const donation = await create();
    const thief = await fundedWallet(rpc, 10_000_000);
    expect(refusal(await send(donation.id, await signOwn(rpc, wallet, make(donation, thief))))).toBe(code);
    expect(await lamportsOn(rpc, donation.walletAddress)).toBe(0);
  });

  test('for another donation than it was signed for', async () => {
    const [one, other] = [await create(), await create()];
    expect(refusal(await send(other.id, await buildAndSign(one.id)))).toBe('payment_changed');
    expect(await lamportsOn(rpc, one.walletAddress)).toBe(0);
  });

  test('unsigned, or with a signature of somebody else', async () => {
    const { id } = await create();
    const { transaction } = await call(server.url, 'buildPayment', {
      params: { id },
      body: { payer: wallet.address, amount: 0.002 },
    });
    expect(refusal(await send(id, transaction))).toBe('payment_unsigned');
    const forged = Buffer.from(await signAsBuilt(wallet, transaction), 'base64');
    forged.writeUInt8(forged.readUInt8(10) ^ 1, 10);
    expect(refusal(await send(id, forged.toString('base64')))).toBe('payment_unsigned');
  });

  test('with an amount that was changed after it was signed', async () => {
    const { id } = await create();
    const signed = getTransactionDecoder().decode(Buffer.from(await buildAndSign(id), 'base64'));
    const messageBytes = Uint8Array.from(signed.messageBytes);
    const at = Buffer.from(messageBytes).indexOf(Buffer.from([0x80, 0x84, 0x1e, 0, 0, 0, 0, 0]));
    messageBytes.set([0x81], at);
    const changed = getTransactionEncoder().encode({ ...signed, messageBytes: messageBytes as never });
    expect(refusal(await send(id, Buffer.from(changed).toString('base64')))).toBe('payment_unsigned');
  });

  test('when it is no transaction', async () => {
    const { id } = await create();
    const signed = await buildAndSign(id);
    const bytes = Buffer.from(signed, 'base64');
    const garbage = [
      'x',
      'not base64 at all!',
      'AAAA',
      `${signed} `,
      signed.replace(/=*$/, '===='),
      Buffer.concat([bytes, Buffer.from([0])]).toString('base64'),
      bytes.subarray(0, -1).toString('base64'),
      bytes.subarray(0, 65).toString('base64'),
      Buffer.alloc(1232, 0xff).toString('base64'),
      Buffer.alloc(1232).toString('base64'),
      Buffer.alloc(1240, 1).toString('base64'),
    ];
    for (const text of garbage) expect(refusal(await send(id, text))).toBe('payment_unreadable');
    expect((await send(id, '')).status).toBe(400);
    expect((await send(id, 'A'.repeat(1701))).status).toBe(400);
  });
});

test('a payment whose blockhash the chain does not know any more is refused, and can be built anew', async () => {
  const { id, walletAddress } = await create();
  const signed = await buildAndSign(id);
  server.sandbox.advance(200);
  expect(refusal(await send(id, signed))).toBe('payment_expired');
  expect(await lamportsOn(rpc, walletAddress)).toBe(0);
  await until(async () => expect(await send(id, await buildAndSign(id))).toMatchObject({ status: 200 }));
  await until(async () => expect(await statusOf(id)).toBe('RECEIVED'));
});

test('a wallet that spent its money between building and sending is told so', async () => {
  const { id } = await create();
  const spender = await fundedWallet(rpc, 10_000_000);
  const { transaction } = await call(server.url, 'buildPayment', {
    params: { id },
    body: { payer: spender.address, amount: 0.005 },
  });
  const other = await create();
  await send(other.id, await signOwn(rpc, spender, [transferOf(spender, other.walletAddress, 8_000_000n)]));
  expect(refusal(await send(id, await signAsBuilt(spender, transaction)))).toBe('wallet_balance_too_low');
});

test('a donation that expires while the wallet signs is not paid any more', async () => {
  const { id, walletAddress } = await create();
  const signed = await buildAndSign(id);
  server.passTime(600_000);
  expect(refusal(await send(id, signed))).toBe('donation_expired');
  expect(refusal(await build(id, { payer: wallet.address, amount: 0.002 }))).toBe('donation_expired');
  expect(await lamportsOn(rpc, walletAddress)).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressDecoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTokenSize,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Brava } from '#server/composition/compose.ts';
import { createRpcClient, type RpcClient } from '#server/solana/rpc-client.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { listTokenAccounts } from '#server/solana/token-accounts.ts';
import { createInstallation, runBrava } from '#server/test/cli-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer } from '#server/test/test-client.ts';
import { issueToken } from '#server/test/token-fixture.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let brava: Brava;
let client: RpcClient;
let donor: KeyPairSigner;
const place = forFile(createInstallation);
beforeAll(async () => {
  brava = await place.startServer();
  client = createRpcClient({ urls: [place.sandbox.url], limits: null });
  donor = await generateKeyPairSigner();
  await brava.solana.faucet.pay(donor.address, 1_000_000_000n);
  await untilFunded(donor.address);
});

async function untilFunded(address: string): Promise<void> {
  await vi.waitUntil(async () => (await place.balanceOf(address)) > 0n, 10_000);
}

async function land(instructions: Instruction[]): Promise<void> {
  const { value: lifetime } = await client.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(donor, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  const signature = await client.rpc
    .sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' })
    .send();
  await vi.waitFor(async () => {
    const { value } = await client.rpc.getSignatureStatuses([signature]).send();
    expect(value[0]?.confirmationStatus).toBe('finalized');
  }, 10_000);
}

/** Somebody sends 500 tokens of a new mint to an address of ours. */
async function sendTokens(owner: Address): Promise<Address> {
  const mint = await generateKeyPairSigner();
  const space = BigInt(getMintSize());
  const lamports = await client.rpc.getMinimumBalanceForRentExemption(space).send();
  const [ata] = await findAssociatedTokenPda({
    owner,
    mint: mint.address,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  await land([
    getCreateAccountInstruction({
      payer: donor,
      newAccount: mint,
      lamports,
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint: mint.address, decimals: 2, mintAuthority: donor.address }),
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: donor, owner, mint: mint.address }),
    getMintToInstruction({ mint: mint.address, token: ata, mintAuthority: donor, amount: 500n }),
  ]);
  return mint.address;
}

/** Writes the key of an account that has SOL into a file. */
async function payingKey(file: string): Promise<void> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  await writeFile(file, JSON.stringify([...pkcs8.slice(-32), ...raw]));
  const payer = getAddressDecoder().decode(raw);
  await brava.solana.faucet.pay(payer, 10_000_000n);
  await untilFunded(payer);
}

async function streamerWithDonation() {
  const streamer = await registerStreamer(brava.url);
  const { walletAddress } = await call(brava.url, 'createDonation', {
    body: { linkCode: streamer.donationLink },
  });
  return { address: walletAddress as Address, wallet: streamer.user.walletAddress as Address };
}

test('tokens that were sent by mistake are listed, and moved to the streamer’s wallet, who pays', async () => {
  const { address, wallet } = await streamerWithDonation();
  const mint = await sendTokens(address);
  const listed = await place.run('rescue-token', address);
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringContaining(`500 (smallest units) of mint ${mint}`),
  });
  // Nothing else ever came to this address: who paid in the wrong money paid in nothing else.
  const named = await place.run('reconcile', '--tokens');
  expect(named).toMatchObject({ code: 0, out: expect.stringMatching(`${address}  .* 500 of mint ${mint}`) });

  const poor = await place.run('rescue-token', address, mint);
  expect(poor).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${wallet}, who pays, has too little`),
  });

  await brava.solana.faucet.pay(wallet, 10_000_000n);
  await untilFunded(wallet);
  const run = await place.run('rescue-token', address, mint);
  expect(run.code, run.err).toBe(0);
  expect(await listTokenAccounts(client, wallet)).toMatchObject([{ mint, amount: 500n }]);
  expect(await listTokenAccounts(client, address)).toEqual([]);
  expect(await place.run('rescue-token', address, mint)).toMatchObject({ code: 1 });
  const there = await place.run('rescue-token', wallet);
  expect(there).toMatchObject({ code: 0, out: expect.stringMatching('own wallet: where they belong') });
});

test('a wallet does not pay while a withdrawal from it is under way, which would have too little', async () => {
  const { token, user, donationLink: linkCode } = await registerStreamer(brava.url);
  const { walletAddress } = await call(brava.url, 'createDonation', { body: { linkCode } });
  const mint = await sendTokens(walletAddress as Address);
  await brava.solana.faucet.pay(user.walletAddress, 10_000_000n);
  await untilFunded(user.walletAddress);
  const { remains: _, ...quoted } = await call(brava.url, 'quoteWithdrawal', {
    token,
    body: { address: donor.address, amount: null },
  });
  const order = { ...quoted, id: randomUUID(), isAll: true, password: 'correct horse' };
  place.sandbox.faults.dropNextSends(Infinity);
  await call(brava.url, 'withdraw', { token, body: order });
  const refused = await place.run('rescue-token', walletAddress, mint);
  place.sandbox.faults.clear();
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^A withdrawal from the wallet of /) });
  await vi.waitFor(async () => {
    const read = await call(brava.url, 'withdrawal', { token, params: { id: order.id } });
    expect(read.status).toBe('final');
  }, 20_000);
});

test('a named payer pays instead', async () => {
  const { address, wallet } = await streamerWithDonation();
  const mint = await sendTokens(address);
  const file = join(place.folder, 'payer.json');
  await payingKey(file);
  const wrong = await place.run('rescue-token', address, mint, '--payer', place.seedFile);
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('is no key file') });
  const run = await place.run('rescue-token', address, mint, '--payer', file);
  expect(run.code, run.err).toBe(0);
  expect(await listTokenAccounts(client, wallet)).toMatchObject([{ mint, amount: 500n }]);
  expect(await place.balanceOf(wallet)).toBe(0n);
});

test('what the issuer has frozen is named and costs nothing, and holds nothing else up', async () => {
  const { address, wallet } = await streamerWithDonation();
  const token = await issueToken(place.sandbox.url, 2);
  const { mint } = token;
  await token.give(address, 500n);
  await token.freeze(address);
  const file = join(place.folder, 'third payer.json');
  await payingKey(file);
  const rescue = () => place.run('rescue-token', address, mint, '--payer', file);
  expect(await rescue()).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The issuer .* has frozen them/),
  });

  // Somebody sends more of it, to an account that is not the associated one.
  await token.give(donor.address, 7n);
  const [ata] = await findAssociatedTokenPda({
    owner: donor.address,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  // The node lists accounts by their addresses: the frozen one comes first.
  const keys = await Promise.all(Array.from({ length: 16 }, () => generateKeyPairSigner()));
  const other = keys.reduce((last, key) => (key.address > last.address ? key : last));
  const space = BigInt(getTokenSize());
  const lamports = await client.rpc.getMinimumBalanceForRentExemption(space).send();
  await land([
    getCreateAccountInstruction({
      payer: donor,
      newAccount: other,
      lamports,
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeAccount3Instruction({ account: other.address, mint, owner: address }),
    getTransferInstruction({ source: ata, destination: other.address, authority: donor, amount: 7n }),
  ]);
  const listed = await place.run('rescue-token', address);
  expect(listed.out).toMatch(/ 500 .*frozen by the token’s issuer/);
  expect(listed.out).toMatch(/ 7 \(smallest units\) of mint \w+$/m);
  const moved = await rescue();
  expect(moved.code, moved.err).toBe(0);
  expect(await token.unitsOf(wallet)).toBe(7n);

  await token.thaw(address);
  expect((await rescue()).code).toBe(0);
  expect(await token.unitsOf(wallet)).toBe(507n);
});

test('what a donation in a token was paid with is told apart, and never moved', async () => {
  const { token, donationLink: linkCode } = await registerStreamer(brava.url);
  const mint = (await call(brava.url, 'myTokens', { token })).data[0]?.mint ?? '';
  await call(brava.url, 'changeToken', { token, params: { mint }, body: { isOn: true, minAmount: '2' } });
  const { id, walletAddress } = await call(brava.url, 'createDonation', { body: { linkCode, token: mint } });
  // Not enough yet, so it stays there.
  await call(brava.url, 'sandboxPay', { body: { donationId: id, tokenAmount: '1' } });
  const held = async () => await listTokenAccounts(client, walletAddress as Address);
  await vi.waitFor(async () => expect(await held()).toMatchObject([{ mint, amount: 1_000_000n }]), 10_000);
  const file = join(place.folder, 'fee payer.json');
  await payingKey(file);
  const run = await place.run('rescue-token', walletAddress, mint, '--payer', file);
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining('These were not sent by mistake') });
  expect(await held()).toMatchObject([{ mint, amount: 1_000_000n }]);
  expect(await place.run('rescue-token', walletAddress)).toMatchObject({
    code: 0,
    out: `  1000000 (smallest units) of mint ${mint}  (what a donation was paid with: the server passes it on by itself)\n`,
  });
});

test('an address that is not ours is refused', async () => {
  const run = await place.run('rescue-token', donor.address);
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining('no address of this installation') });
});

test('with the seed of another installation no tokens are moved, and no account is named to pay into', async () => {
  const { address, wallet } = await streamerWithDonation();
  const mint = await sendTokens(address);
  await brava.solana.faucet.pay(wallet, 10_000_000n);
  await untilFunded(wallet);
  const seedFile = join(place.folder, 'other', 'seed');
  await loadOrCreateSeed({ seedFile });
  const environment = { ...place.environment(), SEED_FILE: seedFile };
  for (const args of [['rescue-token', address, mint], ['fee-payer']]) {
    const run = await runBrava(args, environment);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/^The database belongs to another master seed/);
  }
  expect(await listTokenAccounts(client, address)).toMatchObject([{ mint, amount: 500n }]);
});

test('fee-payer names its account also where there is no database, or it does not answer', async () => {
  const { DATABASE_URL: _, ...environment } = place.environment();
  const none = await runBrava(['fee-payer'], environment);
  expect(none).toMatchObject({ code: 0, out: expect.stringContaining('It holds'), err: '' });
  const away = await runBrava(['fee-payer'], { ...environment, DATABASE_URL: 'postgres://127.0.0.1:9/x' });
  expect(away).toMatchObject({ code: 0, out: none.out, err: expect.stringContaining('was not checked') });
});

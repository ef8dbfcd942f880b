import {
  Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  sendAndConfirmTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const SOL = 1_000_000_000;
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

let sandbox: Sandbox;
let connection: Connection;

beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: 20 });
  connection = new Connection(sandbox.url, 'confirmed');
});
afterAll(() => sandbox.stop());

async function createFunded(lamports = SOL): Promise<Keypair> {
  const keypair = Keypair.generate();
  const signature = await connection.requestAirdrop(keypair.publicKey, lamports);
  const latest = await connection.getLatestBlockhash();
  const { value } = await connection.confirmTransaction({ signature, ...latest });
  expect(value.err).toBeNull();
  return keypair;
}

const transfer = (from: Keypair, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });

it('a legacy transfer with a memo lands, is confirmed by subscription and is told in words', async () => {
  const payer = await createFunded();
  const { publicKey } = Keypair.generate();
  const memo = new TransactionInstruction({ keys: [], programId: MEMO_PROGRAM, data: Buffer.from('hello') });
  const transaction = new Transaction().add(transfer(payer, publicKey, SOL / 2), memo);
  const signature = await sendAndConfirmTransaction(connection, transaction, [payer]);
  expect(await connection.getBalance(publicKey)).toBe(SOL / 2);
  const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(parsed?.meta?.fee).toBe(5_000);
  expect(parsed?.transaction.message.instructions).toMatchObject([
    {
      program: 'system',
      parsed: {
        type: 'transfer',
        info: { source: payer.publicKey.toBase58(), destination: publicKey.toBase58(), lamports: SOL / 2 },
      },
    },
    { program: 'spl-memo', parsed: 'hello' },
  ]);
  expect(await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })).toMatchObject({
    version: 'legacy',
    meta: { err: null, preBalances: [SOL, 0, 1, expect.any(Number)] },
  });
});

it('a version 0 transfer is hidden from clients that can read only legacy ones', async () => {
  const payer = await createFunded();
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer(payer, payer.publicKey, 5)],
  }).compileToV0Message();
  const transaction = new VersionedTransaction(message);
  transaction.sign([payer]);
  const signature = await connection.sendTransaction(transaction);
  await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
  await expect(connection.getTransaction(signature)).rejects.toMatchObject({ code: -32015 });
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(found?.version).toBe(0);
});

it('a refused transfer carries the logs of its simulation', async () => {
  const payer = await createFunded();
  const transaction = new Transaction().add(transfer(payer, Keypair.generate().publicKey, 2 * SOL));
  const error = await sendAndConfirmTransaction(connection, transaction, [payer]).catch(
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(SendTransactionError);
  expect((error as SendTransactionError).message).toContain('custom program error: 0x1');
  expect((error as SendTransactionError).logs?.join()).toContain('insufficient lamports');
});

it('a payer that would be left with less than the rent minimum is refused', async () => {
  const payer = await createFunded();
  const transaction = new Transaction().add(transfer(payer, Keypair.generate().publicKey, SOL - 6_000));
  await expect(sendAndConfirmTransaction(connection, transaction, [payer])).rejects.toThrow(
    'insufficient funds for rent',
  );
});

it('a simulation tells what would happen and changes nothing', async () => {
  const payer = await createFunded();
  const { publicKey } = Keypair.generate();
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer(payer, publicKey, SOL / 2)],
  }).compileToV0Message();
  const { value } = await connection.simulateTransaction(new VersionedTransaction(message), {
    replaceRecentBlockhash: true,
    sigVerify: false,
    accounts: { encoding: 'base64', addresses: [publicKey.toBase58()] },
  });
  expect(value).toMatchObject({ err: null, unitsConsumed: 150 });
  expect(value.accounts?.[0]?.lamports).toBe(SOL / 2);
  expect(value).toMatchObject({ replacementBlockhash: { blockhash: expect.any(String) } });
  expect(await connection.getBalance(publicKey, 'processed')).toBe(0);
});

it('account, logs, signature and slot listeners fire and can be removed', async () => {
  const { publicKey } = Keypair.generate();
  const seen = { account: 0, logs: 0, slots: 0, roots: 0 };
  const ids = {
    account: connection.onAccountChange(publicKey, ({ lamports }) => (seen.account = lamports)),
    logs: connection.onLogs(publicKey, () => seen.logs++),
    slot: connection.onSlotChange(() => seen.slots++),
    root: connection.onRootChange(() => seen.roots++),
  };
  await vi.waitFor(() => expect(sandbox.subscriptionCount()).toBe(4), 10_000);
  await connection.requestAirdrop(publicKey, SOL);
  await vi.waitFor(() => expect(seen).toMatchObject({ account: SOL, logs: 1 }), 10_000);
  await vi.waitFor(() => expect(Math.min(seen.slots, seen.roots)).toBeGreaterThan(2), 10_000);
  await connection.removeAccountChangeListener(ids.account);
  await connection.removeOnLogsListener(ids.logs);
  await connection.removeSlotChangeListener(ids.slot);
  await connection.removeRootChangeListener(ids.root);
  await vi.waitFor(() => expect(sandbox.subscriptionCount()).toBe(0), 10_000);
});

it('an expired transaction is reported as expired', async () => {
  const payer = await createFunded();
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  sandbox.faults.dropNextSends(1);
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight });
  transaction.add(transfer(payer, payer.publicKey, 1)).sign(payer);
  const signature = await connection.sendRawTransaction(transaction.serialize(), { maxRetries: 0 });
  sandbox.advance(160);
  await expect(connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })).rejects.toThrow(
    'block height exceeded',
  );
});

it('what wallets and exchanges ask of a node is answered in the shape that web3.js checks', async () => {
  const { publicKey } = await createFunded();
  const slot = await connection.getSlot();
  expect(await connection.getGenesisHash()).toBe(sandbox.genesisHash);
  expect(await connection.getVersion()).toHaveProperty('solana-core');
  expect(await connection.getEpochInfo()).toHaveProperty('slotsInEpoch', 432_000);
  expect(await connection.getEpochSchedule()).toHaveProperty('slotsPerEpoch');
  expect(await connection.getClusterNodes()).toHaveLength(1);
  expect(await connection.getSlotLeader()).toBeTypeOf('string');
  expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
  expect(await connection.getTransactionCount()).toBeGreaterThan(0);
  expect(await connection.getFirstAvailableBlock()).toBe(0);
  expect(await connection.getMinimumLedgerSlot()).toBe(0);
  expect(await connection.getBlocks(slot - 3, slot - 1)).toEqual([slot - 3, slot - 2, slot - 1]);
  expect(await connection.getBlockTime(slot - 1)).toBeTypeOf('number');
  expect(await connection.getBlock(slot, { maxSupportedTransactionVersion: 0 })).toHaveProperty(
    'parentSlot',
    slot - 1,
  );
  expect(await connection.getBlockSignatures(slot)).toHaveProperty('signatures');
  expect((await connection.getSupply()).value.total).toBeGreaterThan(0);
  expect(await connection.getVoteAccounts()).toEqual({ current: [], delinquent: [] });
  expect(await connection.getRecentPrioritizationFees()).not.toHaveLength(0);
  expect(Array.isArray(await connection.getRecentPerformanceSamples(2))).toBe(true);
  expect(await connection.getInflationRate()).toHaveProperty('total');
  expect(
    (
      await connection.getTokenAccountsByOwner(publicKey, {
        programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
      })
    ).value,
  ).toEqual([]);
  expect(
    (
      await connection.getParsedTokenAccountsByOwner(publicKey, {
        programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
      })
    ).value,
  ).toEqual([]);
  expect(await connection.getParsedAccountInfo(publicKey)).toMatchObject({ value: { lamports: SOL } });
  expect(await connection.getMultipleAccountsInfo([publicKey, Keypair.generate().publicKey])).toMatchObject([
    { lamports: SOL },
    null,
  ]);
  expect(await connection.getProgramAccounts(SystemProgram.programId)).toEqual([]);
  expect(await connection.getAccountInfo(publicKey)).toMatchObject({ lamports: SOL, executable: false });
});

import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  type Signature,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit';
import {
  fetchNonce,
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const SOL = 1_000_000_000n;
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;
/** Version 1 has no defaults: what is not asked for is zero. */
const VERSION_1_LIMITS = { computeUnitLimit: 50_000, loadedAccountsDataSizeLimit: 1_000_000 };
const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address;

let sandbox: Sandbox;
const connect = (url: string) => createSolanaRpc(url);
const connectSocket = (url: string) => createSolanaRpcSubscriptions(url);
let rpc: ReturnType<typeof connect>;
let subscriptions: ReturnType<typeof connectSocket>;

beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: 20 });
  rpc = connect(sandbox.url);
  subscriptions = connectSocket(sandbox.wsUrl);
});
afterAll(() => sandbox.stop());

async function createFunded(amountLamports = SOL): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner();
  const airdrop = airdropFactory({ rpc, rpcSubscriptions: subscriptions });
  await airdrop({
    recipientAddress: signer.address,
    lamports: lamports(amountLamports),
    commitment: 'confirmed',
  });
  return signer;
}

type Draft = {
  readonly payer: KeyPairSigner;
  readonly instructions: Instruction[];
  readonly version?: 'legacy' | 0 | 1;
};

async function sign({ payer, instructions, version = 0 }: Draft) {
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    version === 1
      ? setTransactionMessageConfig(VERSION_1_LIMITS, createTransactionMessage({ version }))
      : createTransactionMessage({ version }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  const signed = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithBlockhashLifetime(signed);
  return signed;
}

const pay = (source: KeyPairSigner, destination: Address, amount: bigint) =>
  getTransferSolInstruction({ source, destination, amount: lamports(amount) });

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error,
  );
}

async function sendAndConfirm(draft: Draft): Promise<Signature> {
  const send = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions: subscriptions });
  const transaction = await sign(draft);
  await send(transaction, { commitment: 'confirmed' });
  return getSignatureFromTransaction(transaction);
}

describe('transfers with @solana/kit', () => {
  it.each(['legacy', 0, 1] as const)(
    'a transfer of version %s moves money and costs 5,000 lamports',
    async (version) => {
      const payer = await createFunded();
      const { address } = await generateKeyPairSigner();
      const memo = { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode('thank you') };
      const signature = await sendAndConfirm({
        payer,
        instructions: [pay(payer, address, SOL / 2n), memo],
        version,
      });
      const config = { commitment: 'confirmed' } as const;
      expect((await rpc.getBalance(address, config).send()).value).toBe(SOL / 2n);
      expect((await rpc.getBalance(payer.address, config).send()).value).toBe(SOL / 2n - 5_000n);
      const found = await rpc
        .getTransaction(signature, {
          ...config,
          maxSupportedTransactionVersion: 1,
          encoding: 'json',
        } as unknown as {
          commitment: 'confirmed';
          maxSupportedTransactionVersion: 0;
          encoding: 'json';
        })
        .send();
      expect(found).toMatchObject({ version, meta: { err: null, fee: 5_000n } });
      expect(found?.meta?.preBalances[0]).toBe(SOL);
      const [entry] = await rpc.getSignaturesForAddress(address, config).send();
      expect(entry).toMatchObject({
        signature,
        err: null,
        memo: '[9] thank you',
        confirmationStatus: 'confirmed',
      });
    },
  );

  it('finalized answers lag behind confirmed ones and then agree', async () => {
    const { address } = await createFunded();
    const finalized = async () => (await rpc.getBalance(address, { commitment: 'finalized' }).send()).value;
    expect((await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value).toBe(SOL);
    expect(await finalized()).toBe(0n);
    await vi.waitFor(async () => expect(await finalized()).toBe(SOL), { timeout: 5_000 });
  });

  it('a payment of what the payer does not have is refused with the error and logs of the simulation', async () => {
    const payer = await createFunded();
    const transaction = await sign({ payer, instructions: [pay(payer, payer.address, 2n * SOL)] });
    const wire = getBase64EncodedWireTransaction(transaction);
    const error = await failureOf(
      rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send(),
    );
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
      throw error;
    expect(error.context.logs?.join('\n')).toContain('insufficient lamports');
    expect(isSolanaError(error.cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
    expect(error.cause).toMatchObject({ context: { code: 1, index: 0 } });
  });

  it('a transaction that fails on the chain still pays its fee and is listed with its error', async () => {
    const payer = await createFunded();
    const { address } = await generateKeyPairSigner();
    const transaction = await sign({ payer, instructions: [pay(payer, address, 2n * SOL)] });
    const wire = getBase64EncodedWireTransaction(transaction);
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send();
    await vi.waitFor(async () => {
      const { value } = await rpc.getSignatureStatuses([signature]).send();
      expect(value[0]).toMatchObject({ err: { InstructionError: [0n, { Custom: 1n }] } });
    }, 10_000);
    const { value } = await rpc.getBalance(payer.address, { commitment: 'processed' }).send();
    expect(value).toBe(SOL - 5_000n);
  });

  it('the same transaction never lands twice', async () => {
    const payer = await createFunded();
    const { address } = await generateKeyPairSigner();
    const transaction = await sign({ payer, instructions: [pay(payer, address, SOL / 4n)] });
    const wire = getBase64EncodedWireTransaction(transaction);
    const config = { encoding: 'base64', preflightCommitment: 'processed' } as const;
    const signature = await rpc.sendTransaction(wire, config).send();
    await rpc.sendTransaction(wire, { ...config, skipPreflight: true }).send();
    await vi.waitFor(async () => {
      expect((await rpc.getSignatureStatuses([signature]).send()).value[0]).not.toBeNull();
    }, 10_000);
    const error = await failureOf(rpc.sendTransaction(wire, config).send());
    expect(isSolanaError((error as Error).cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(
      true,
    );
    await rpc.sendTransaction(wire, { ...config, skipPreflight: true }).send();
    sandbox.advance(3);
    expect((await rpc.getBalance(address, { commitment: 'processed' }).send()).value).toBe(SOL / 4n);
  });

  it('a blockhash expires after 150 blocks', async () => {
    const payer = await createFunded();
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const transaction = await sign({ payer, instructions: [pay(payer, payer.address, 1n)] });
    expect((await rpc.isBlockhashValid(lifetime.blockhash, { commitment: 'processed' }).send()).value).toBe(
      true,
    );
    sandbox.advance(155);
    expect((await rpc.isBlockhashValid(lifetime.blockhash, { commitment: 'processed' }).send()).value).toBe(
      false,
    );
    const height = await rpc.getBlockHeight({ commitment: 'processed' }).send();
    expect(height).toBeGreaterThan(lifetime.lastValidBlockHeight);
    const wire = getBase64EncodedWireTransaction(transaction);
    const error = await failureOf(rpc.sendTransaction(wire, { encoding: 'base64' }).send());
    expect(isSolanaError((error as Error).cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(
      true,
    );
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send();
    sandbox.advance(3);
    expect((await rpc.getSignatureStatuses([signature]).send()).value).toEqual([null]);
  });

  it('a transaction with a durable nonce lands long after it was signed, and only once', async () => {
    const payer = await createFunded();
    const nonceSigner = await generateKeyPairSigner();
    const rent = await rpc.getMinimumBalanceForRentExemption(80n).send();
    await sendAndConfirm({
      payer,
      instructions: [
        getCreateAccountInstruction({
          payer,
          newAccount: nonceSigner,
          lamports: rent,
          space: 80n,
          programAddress: SYSTEM_PROGRAM,
        }),
        getInitializeNonceAccountInstruction({
          nonceAccount: nonceSigner.address,
          nonceAuthority: payer.address,
        }),
      ],
    });
    const nonce = (await fetchNonce(rpc, nonceSigner.address, { commitment: 'confirmed' })).data.blockhash;
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) =>
        setTransactionMessageLifetimeUsingDurableNonce(
          {
            nonce: nonce as string as Parameters<
              typeof setTransactionMessageLifetimeUsingDurableNonce
            >[0]['nonce'],
            nonceAccountAddress: nonceSigner.address,
            nonceAuthorityAddress: payer.address,
          },
          draft,
        ),
      (draft) => appendTransactionMessageInstructions([pay(payer, nonceSigner.address, 10n)], draft),
    );
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
    sandbox.advance(400);
    const config = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
    const signature = await rpc.sendTransaction(wire, config).send();
    await vi.waitFor(async () => {
      const { value } = await rpc.getSignatureStatuses([signature]).send();
      expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'confirmed' });
    }, 10_000);
    const after = (await fetchNonce(rpc, nonceSigner.address, { commitment: 'confirmed' })).data.blockhash;
    expect(after).not.toBe(nonce);
    await expect(rpc.sendTransaction(wire, config).send()).rejects.toBeInstanceOf(Error);
  });
});

describe('reading with @solana/kit', () => {
  it('getFeeForMessage says what the transaction then costs', async () => {
    const payer = await createFunded();
    const transaction = await sign({ payer, instructions: [pay(payer, payer.address, 1n)] });
    const message = Buffer.from(transaction.messageBytes).toString('base64');
    const confirmed = await rpc
      .getFeeForMessage(message as Parameters<typeof rpc.getFeeForMessage>[0], { commitment: 'confirmed' })
      .send();
    expect(confirmed.value).toBe(5_000n);
  });

  it('a history can be paged by before and until without gaps or repeats', async () => {
    const payer = await createFunded();
    const { address } = await generateKeyPairSigner();
    const wires = await Promise.all(
      Array.from({ length: 7 }, async (_, index) =>
        sign({ payer, instructions: [pay(payer, address, SOL / 100n + BigInt(index))] }),
      ),
    );
    const config = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
    for (const transaction of wires) {
      await rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), config).send();
    }
    const list = async (page: object) => {
      const entries = await rpc.getSignaturesForAddress(address, { commitment: 'confirmed', ...page }).send();
      return entries.map(({ signature }) => signature);
    };
    await vi.waitFor(async () => expect(await list({})).toHaveLength(7), 10_000);
    const all = await list({});
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, before: first.at(-1) });
    const third = await list({ limit: 3, before: second.at(-1) });
    expect([...first, ...second, ...third]).toEqual(all);
    expect(await list({ until: all[3] })).toEqual(all.slice(0, 3));
    expect(await list({ before: all[1], until: all[5] })).toEqual(all.slice(2, 5));
  });

  it('blocks hold what landed in them and follow each other by their hashes', async () => {
    const payer = await createFunded();
    const signature = await sendAndConfirm({ payer, instructions: [pay(payer, payer.address, 7n)] });
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    const slot = value[0]?.slot ?? 0n;
    await vi.waitFor(async () => {
      const confirmed = await rpc.getSlot({ commitment: 'confirmed' }).send();
      expect(confirmed).toBeGreaterThan(slot);
    }, 10_000);
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
    const block = await rpc.getBlock(slot, { ...config, transactionDetails: 'signatures' }).send();
    const next = await rpc.getBlock(slot + 1n, { ...config, transactionDetails: 'none' }).send();
    expect(block?.signatures).toContain(signature);
    expect(next?.previousBlockhash).toBe(block?.blockhash);
    expect(await rpc.getBlockTime(slot).send()).toBe(block?.blockTime);
    const full = await rpc.getBlock(slot, { ...config, encoding: 'jsonParsed' }).send();
    expect(full?.transactions.some(({ transaction }) => transaction.signatures[0] === signature)).toBe(true);
  });
});

describe('subscriptions with @solana/kit', () => {
  it('an account subscription tells every change of the account at its commitment', async () => {
    const { address } = await generateKeyPairSigner();
    const abort = new AbortController();
    const notifications = await subscriptions
      .accountNotifications(address, { commitment: 'confirmed', encoding: 'base64' })
      .subscribe({ abortSignal: abort.signal });
    await rpc.requestAirdrop(address, lamports(SOL), { commitment: 'confirmed' }).send();
    for await (const { context, value } of notifications) {
      expect(value.lamports).toBe(SOL);
      expect(
        (await rpc.getBalance(address, { commitment: 'confirmed', minContextSlot: context.slot }).send())
          .value,
      ).toBe(SOL);
      break;
    }
    abort.abort();
    await vi.waitFor(() => expect(sandbox.subscriptionCount()).toBe(0), 10_000);
  });

  it('slot, root and logs subscriptions tell what goes on', async () => {
    const abort = new AbortController();
    const config = { abortSignal: abort.signal };
    const slots = await subscriptions.slotNotifications().subscribe(config);
    const roots = await subscriptions.rootNotifications().subscribe(config);
    const { address } = await generateKeyPairSigner();
    const logs = await subscriptions
      .logsNotifications({ mentions: [address] }, { commitment: 'processed' })
      .subscribe(config);
    const signature = await rpc.requestAirdrop(address, lamports(SOL)).send();
    for await (const { value } of logs) {
      expect(value).toMatchObject({ signature, err: null });
      break;
    }
    for await (const { slot, parent, root } of slots) {
      expect(parent).toBe(slot - 1n);
      expect(root).toBeLessThan(slot);
      break;
    }
    for await (const root of roots) {
      expect(root).toBeGreaterThanOrEqual(0n);
      break;
    }
    abort.abort();
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  AuthorityType,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { address as toAddress, type Address } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import type { Log } from '#server/app/log.ts';
import { goOn, refuse } from '#server/app/next-try.ts';
import type { Ports } from '#server/app/ports.ts';
import { recordPayment } from '#server/app/money/record-payment.ts';
import { changeTokenEntries, recordTokens } from '#server/app/money/record-tokens.ts';
import { sweepTokens } from '#server/app/money/sweep-tokens.ts';
import type { TokenPorts } from '#server/app/token-ports.ts';
import { applyEntries, type ChainEntry, takeBackEntries } from '#server/domain/donation.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createTokenLedgerStore } from '#server/postgres/money/ledger-store.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createTokenStore } from '#server/postgres/money/token-store.ts';
import { createTokenSweepStore } from '#server/postgres/money/token-sweep-store.ts';
import { createTokenWatchStore } from '#server/postgres/money/token-watch-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import { passableUnitsOf, takeBackTokenEntries } from '#server/domain/token-side.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { listTokenAccounts } from '#server/solana/token-accounts.ts';
import { rescueTokens } from '#server/solana/token-rescue.ts';
import { watchTokens } from '#server/workers/watch-tokens.ts';
import { query } from '#server/test/database-address.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { freshAddress, startTestChain, type TestChain } from '#server/test/solana-fixture.ts';
import { issueToken, sendAs, type IssuedToken } from '#server/test/token-fixture.ts';

type Needs = Pick<Ports, 'donations' | 'streamers' | 'tokens' | 'chain' | 'clock'>;

let chain: TestChain;
let database: TestDatabase;
let db: Database;
let token: IssuedToken;
let ports: Needs;
const log = { warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() };
beforeAll(async () => {
  [chain, database] = await Promise.all([
    startTestChain({}, {}, ['127.0.0.1', 'localhost']),
    createTestDatabase(),
  ]);
  db = openDatabase(database.connectionString, { maxConnections: 4, onError: () => undefined });
  token = await issueToken(chain.sandbox.url, 6);
  const clock = { now: () => new Date() };
  const tokens: TokenPorts = {
    allowed: [],
    faucet: null,
    chain: chain.solana.tokenChain,
    store: createTokenStore(db),
    watches: createTokenWatchStore(db, clock),
    sweeps: createTokenSweepStore(db),
  };
  ports = {
    donations: createDonationStore(db, clock, 0),
    streamers: createStreamerStore(db, clock),
    tokens,
    chain: chain.solana.chain,
    clock,
  };
  await tokens.store.keep([{ mint: token.mint, symbol: 'TEST', decimals: 6, minimumUnits: 1n }]);
});
afterEach(() => {
  chain.sandbox.faults.clear();
  log.warn.mockClear();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await chain.stop();
});

let users = 0;

/** A donation of a streamer of its own that waits for its tokens. */
async function ask(payout: string | null = null) {
  const user = (users += 1);
  const { vault, tokenChain } = chain.solana;
  const wallet = await vault.addressOf({ user, epoch: 0, index: 0 });
  const address = await vault.addressOf({ user, epoch: 0, index: 1 });
  const account = await tokenChain.accountOf(address, token.mint);
  const [row] = await query(
    database.connectionString,
    `with streamer as (
       insert into users (username, password_hash, wallet_address, payout_address, key_user, key_epoch, donation_code, widget_code)
       values ('streamer-${user}', '', '${wallet}', ${payout === null ? 'null' : `'${payout}'`}, ${user}, 0, 'a${user}', 'b${user}')
       returning id
     ), made as (
       insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
         created_at, expires_at, token_mint, token_account, minimum_units, received_units)
       select id, 'donor', '', '${address}', ${user}, 0, 1, 1, now(), now() + interval '10 minutes', '${token.mint}',
         '${account}', 5, 0 from streamer returning id
     ), watched as (insert into token_watches (donation_id, account, next_read_at) select id, '${account}', now() from made),
     listened as (insert into watches (donation_id, address, next_read_at) select id, '${address}', now() from made)
     select id from made`,
  );
  return { id: String(row?.['id']), account, address, wallet, path: { user, epoch: 0, index: 0 } };
}

/** One that is paid for good with so many units, whose job waits. */
async function pay(units: bigint, payout: string | null = null) {
  const asked = await ask(payout);
  const { id, account, address } = asked;
  await token.give(address, units);
  await untilFinal(account, units);
  const paid = await recordTokens(ports, log, id);
  expect(paid?.donation).toMatchObject({ token: { receivedUnits: units }, receivedLamports: 0n });
  expect(paid?.donation.paidAt).not.toBeNull();
  return asked;
}

const untilFinal = (account: string, units: bigint) =>
  vi.waitFor(async () => {
    const held = await chain.solana.tokenChain.finalizedUnits([account]);
    expect(held.get(account)).toBe(units);
  }, 5000);

/** Works on whatever job is there, as a worker that dies at the first error would be followed by another one. */
async function work(from: Needs = ports): Promise<string | null> {
  const [job] = await ports.tokens.sweeps.claim(60_000, 1);
  if (job === undefined) throw new Error('No job is due.');
  try {
    const next = await sweepTokens(from, job, log);
    if (next === null) await ports.tokens.sweeps.finish(job);
    else await ports.tokens.sweeps.release(job, { ...next, afterMs: 0 });
    return next === null ? 'done' : next.error;
  } catch (error) {
    await ports.tokens.sweeps.release(job, goOn(0, String(error)));
    throw error;
  }
}

const workUntilDone = () =>
  vi.waitFor(async () => expect(await work()).toBe('done'), { timeout: 8000, interval: 30 });

/** Until no job is left, whatever dies meanwhile. */
const workOffAll = (from?: Needs) =>
  vi.waitFor(
    async () => {
      await work(from).catch(() => null);
      expect(await query(database.connectionString, 'select 1 from token_sweep_jobs')).toEqual([]);
    },
    { timeout: 15_000, interval: 30 },
  );

/** Everything in = passed on + still there, for every account, and what the chain has for good. */
async function proveBooks(): Promise<void> {
  const books = await createTokenLedgerStore(db, 'x').listMoved(null, 100);
  expect(books.length).toBeGreaterThan(0);
  const there = await chain.solana.tokenChain.finalizedUnits(books.map(({ address }) => address));
  expect(books.map(({ address, lamports }) => [address, lamports])).toEqual([...there].toSorted(byAccount));
}
const byAccount = ([one]: [string, bigint], [other]: [string, bigint]) => (one < other ? -1 : 1);

const landed = async (id: string) =>
  (
    await query(
      database.connectionString,
      `select state from token_sweeps where donation_id = '${id}' and state = 'landed'`,
    )
  ).length;

test('without SOL in the fee payer tokens wait, and go on once it has some, also to a payout address', async () => {
  const payout = freshAddress();
  const { id, account } = await pay(7_000_000n, payout);
  expect(await work()).toBe('fee_payer_empty: 7000000 units');
  expect(await landed(id)).toBe(0);
  const { feePayer } = chain.solana.tokenChain;
  expect((await chain.solana.tokenChain.feePayerFunds()).lamports).toBe(0n);
  await chain.fund(feePayer, 1_000_000_000n);
  await workUntilDone();
  expect(await token.unitsOf(payout)).toBe(7_000_000n);
  expect(await ports.donations.find(id)).toMatchObject({
    receivedLamports: 0n,
    token: { receivedUnits: 7_000_000n },
  });
  expect((await ports.donations.find(id))?.sweptAt).not.toBeNull();
  await untilFinal(account, 0n);
  // The rent of the closed account made the streamer's: only the network's fee is gone.
  expect((await chain.solana.tokenChain.feePayerFunds()).lamports).toBe(1_000_000_000n - 10_000n);
  await proveBooks();
});

let deaths = 0;

/** Dies at its first call before anything has happened, and at its second one after it has. */
function dying<A extends unknown[], R>(call: (...args: A) => Promise<R>) {
  let calls = 0;
  return async (...args: A): Promise<R> => {
    calls += 1;
    if (calls > 2) return await call(...args);
    if (calls === 2) await call(...args);
    deaths += 1;
    throw new Error('killed');
  };
}

test('whoever dies at any step is followed by somebody who passes every unit on exactly once', async () => {
  const { tokens, donations } = ports;
  const { sweeps } = tokens;
  const mortal: Needs = {
    ...ports,
    donations: { ...donations, change: dying((...args) => donations.change(...args)) },
    tokens: {
      ...tokens,
      chain: {
        ...tokens.chain,
        send: dying((raw: Uint8Array) => tokens.chain.send(raw)),
        sendAgain: dying((raw: Uint8Array) => tokens.chain.sendAgain(raw)),
      },
      sweeps: {
        ...tokens.sweeps,
        storeSigned: dying((...args: Parameters<typeof sweeps.storeSigned>) => sweeps.storeSigned(...args)),
        markLanded: dying((...args: Parameters<typeof sweeps.markLanded>) => sweeps.markLanded(...args)),
      },
    },
  };
  const paid = await Promise.all([pay(1_234_567n), pay(8n), pay(9n)]);
  await workOffAll(mortal);
  expect(deaths).toBe(10);
  for (const [index, units] of [1_234_567n, 8n, 9n].entries()) {
    const { id = '', wallet = '' } = paid[index] ?? {};
    expect([await token.unitsOf(wallet), await landed(id)]).toEqual([units, 1]);
  }
  await proveBooks();
});

test('accounts that are frozen, or no longer the streamer’s, are named, cost nothing and are passed on when they are right again', async () => {
  const { wallet, address, path } = await pay(9n);
  await token.freeze(address);
  const before = (await chain.solana.tokenChain.feePayerFunds()).lamports;
  expect(await work()).toBe('account_frozen: 9 units');
  await token.thaw(address);
  const signer = await chain.solana.vault.signerOf(path);
  await chain.fund(wallet, 100_000_000n);
  const target = toAddress(await chain.solana.tokenChain.accountOf(wallet, token.mint));
  const ownerIs = (authority: typeof signer, newAuthority: string) =>
    getSetAuthorityInstruction({
      owned: target,
      owner: authority,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: toAddress(newAuthority),
    });
  const stranger = await chain.solana.vault.signerOf({ ...path, index: 77 });
  await sendAs(chain.sandbox.url, signer, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: target,
      owner: signer.address,
      mint: token.mint,
    }),
    ownerIs(signer, stranger.address),
  ]);
  expect(await work()).toBe('account_not_theirs: 9 units');
  expect((await chain.solana.tokenChain.feePayerFunds()).lamports).toBe(before);
  await sendAs(chain.sandbox.url, signer, [ownerIs(stranger, signer.address)]);
  await workUntilDone();
  expect(await token.unitsOf(wallet)).toBe(9n);
  await proveBooks();
});

test('two tokens that came in one transaction are told apart, and go by transfers of their own, whatever befalls the other', async () => {
  await workOffAll();
  const { id, wallet, address, account, path } = await ask();
  const { vault, tokenChain } = chain.solana;
  const client = createRpcClient({ urls: [chain.sandbox.url], limits: null });
  const stray = await issueToken(chain.sandbox.url, 2);
  const donor = await vault.signerOf({ ...path, index: 55 });
  await chain.fund(donor.address, 100_000_000n);
  await token.give(donor.address, 9n);
  await stray.give(donor.address, 900n);
  const pays = async (mint: Address, amount: bigint) => {
    const ata = toAddress(await tokenChain.accountOf(address, mint));
    const source = toAddress(await tokenChain.accountOf(donor.address, mint));
    const owner = toAddress(address);
    return [
      getCreateAssociatedTokenIdempotentInstruction({ payer: donor, ata, owner, mint }),
      getTransferInstruction({ source, destination: ata, authority: donor, amount }),
    ];
  };
  const both = [...(await pays(stray.mint, 900n)), ...(await pays(token.mint, 9n))];
  await sendAs(chain.sandbox.url, donor, both);
  await untilFinal(account, 9n);
  const paid = await recordTokens(ports, log, id);
  expect(paid?.donation.token).toMatchObject({ receivedUnits: 9n, entries: [{ payers: [donor.address] }] });

  // The issuer of the other one takes no part in this.
  await stray.freeze(address);
  await chain.fund(tokenChain.feePayer, 100_000_000n);
  expect(await work()).toBeNull();
  await stray.thaw(address);
  // A rescue of the one crosses the transfer of the other.
  const [found] = (await listTokenAccounts(client, toAddress(address))).filter(
    ({ mint }) => mint === stray.mint,
  );
  if (found === undefined) throw new Error('It came.');
  const holder = await vault.signerOf({ ...path, index: 1 });
  const rescue = { holder, owner: toAddress(wallet), payer: donor, account: found };
  await Promise.all([rescueTokens(client, rescue), workOffAll()]);
  expect([await token.unitsOf(wallet), await stray.unitsOf(wallet)]).toEqual([9n, 900n]);
  expect(await listTokenAccounts(client, toAddress(address))).toEqual([]);
  expect(await landed(id)).toBe(1);
  expect((await ports.donations.find(id))?.sweptAt).not.toBeNull();
  await proveBooks();
});

/** While dust keeps coming the newest of it is never final. Here it would be in a moment, as there comes no more. */
function withNothingFinal(): Needs {
  const { chain: tokenChain } = ports.tokens;
  const readEntries: typeof tokenChain.readEntries = async (...asked) => {
    const history = await tokenChain.readEntries(...asked);
    return { ...history, entries: history.entries.map((entry) => ({ ...entry, finalized: false })) };
  };
  return { ...ports, tokens: { ...ports.tokens, chain: { ...tokenChain, readEntries } } };
}

test('tokens go on although somebody sends dust all the time, to an account that is there already, and the rest follows', async () => {
  await workOffAll();
  const { id, wallet, address, account } = await pay(9n);
  await query(
    database.connectionString,
    `update token_entries set block_time = block_time - interval '3 minutes' where donation_id = '${id}'`,
  );
  await token.give(address, 1n);
  const held = (await recordTokens(withNothingFinal(), log, id))?.donation;
  if (held?.token == null) throw new Error('It is paid in tokens.');
  expect(passableUnitsOf({ ...held, token: { ...held.token, minimumUnits: 10n } })).toBeNull();
  expect(await work()).toMatch(/^account_missing: /);
  await token.give(wallet, 100n);
  await chain.fund(chain.solana.tokenChain.feePayer, 100_000_000n);
  const before = (await chain.solana.tokenChain.feePayerFunds()).lamports;
  await vi.waitFor(
    async () => {
      expect(await work()).toBeNull();
      expect(await landed(id)).toBe(1);
    },
    { timeout: 8000, interval: 30 },
  );
  expect([await token.unitsOf(wallet), await token.unitsOf(address)]).toEqual([109n, 1n]);
  expect((await ports.donations.find(id))?.sweptAt).toBeNull();
  expect((await chain.solana.tokenChain.feePayerFunds()).lamports).toBe(before - 10_000n);
  await untilFinal(account, 1n);
  const dust = (await ports.donations.find(id))?.token?.entries.find(({ units }) => units === 1n);
  const final = { finalized: true, dropped: false };
  await changeTokenEntries(ports, id, new Set([dust?.signature ?? '']), final);
  await workOffAll();
  expect(await token.unitsOf(wallet)).toBe(110n);
  expect((await ports.donations.find(id))?.sweptAt).not.toBeNull();
  await proveBooks();
});

test('what moves nothing and is not final yet leaves no account open, and may open the streamer’s', async () => {
  await workOffAll();
  const { id, wallet, address, account } = await pay(9n);
  await query(
    database.connectionString,
    `update token_entries set block_time = block_time - interval '3 minutes' where donation_id = '${id}'`,
  );
  await token.give(address, 0n);
  const held = await recordTokens(withNothingFinal(), log, id);
  expect(held?.donation.token?.entries.map(({ units }) => units).toSorted()).toEqual([0n, 9n]);
  await chain.fund(chain.solana.tokenChain.feePayer, 100_000_000n);
  await workUntilDone();
  expect(await token.unitsOf(wallet)).toBe(9n);
  expect(await lamportsOn(chain.sandbox.url, account)).toBe(0);
  await proveBooks();
});

test('who sends dust in time makes one transfer fail: the next one leaves the account open, and the dust waits', async () => {
  await chain.fund(chain.solana.tokenChain.feePayer, 100_000_000n);
  await workOffAll();
  const { id, wallet, address, account } = await pay(9n);
  await token.give(wallet, 100n);
  const { chain: tokenChain } = ports.tokens;
  const send: typeof tokenChain.send = async (raw) => {
    await token.give(address, 1n);
    await tokenChain.send(raw);
  };
  const dusted: Needs = { ...ports, tokens: { ...ports.tokens, chain: { ...tokenChain, send } } };
  const states = async () =>
    (
      await query(
        database.connectionString,
        `select state from token_sweeps where donation_id = '${id}' order by created_at`,
      )
    ).map(({ state }) => state);
  const workUntil = (wanted: string[]) =>
    vi.waitFor(
      async () => {
        await work(dusted);
        expect(await states()).toEqual(wanted);
      },
      { timeout: 8000, interval: 30 },
    );
  await workUntil(['failed']);
  await untilFinal(account, 10n);
  await recordTokens(ports, log, id);
  await workUntil(['failed', 'landed']);
  expect(await token.unitsOf(wallet)).toBe(110n);
  await untilFinal(account, 1n);
  await recordTokens(ports, log, id);
  expect(await work(dusted)).toBe('the transfer landed and failed');
  expect(await states()).toEqual(['failed', 'landed']);
  await query(
    database.connectionString,
    `update token_sweeps set ended_at = ended_at - interval '10 seconds'`,
  );
  await workOffAll();
  expect(await token.unitsOf(wallet)).toBe(111n);
  expect((await ports.donations.find(id))?.sweptAt).not.toBeNull();
  await proveBooks();
});

test('a first transfer to an account that is not there yet waits after it failed, and opens it then', async () => {
  await chain.fund(chain.solana.tokenChain.feePayer, 100_000_000n);
  await workOffAll();
  const { id, wallet } = await pay(9n);
  await query(
    database.connectionString,
    `insert into token_sweeps (signature, donation_id, mint, account, destination, units, fee_lamports, fee_payer, raw,
       last_valid_block_height, fence, state, ended_at)
     select 'failed', id, token_mint, token_account, '${wallet}', 9, 1, 'payer', '', 1, 1, 'failed', now()
     from donations where id = '${id}'`,
  );
  expect(await work()).toBe('the transfer landed and failed');
  expect(await landed(id)).toBe(0);
  await query(
    database.connectionString,
    `update token_sweeps set ended_at = ended_at - interval '10 seconds'`,
  );
  await workOffAll();
  expect(await token.unitsOf(wallet)).toBe(9n);
});

test('SOL that keeps coming to the same address keeps nothing signed from being stored, and wakes no transfer that waits', async () => {
  await chain.fund(chain.solana.tokenChain.feePayer, 100_000_000n);
  await workOffAll();
  const { id } = await pay(9n);
  const sendSol = (slot: bigint) =>
    ports.donations.change(id, (donation) => applyEntries(donation, [lamportAt(slot)], new Date()));
  const [job] = await ports.tokens.sweeps.claim(60_000, 1);
  if (job === undefined) throw new Error('Its tokens wait.');
  await ports.tokens.sweeps.release(job, refuse(job, 'fee_payer_empty'));
  await sendSol(1n);
  expect(await ports.tokens.sweeps.claim(60_000, 1)).toEqual([]);
  await query(database.connectionString, 'update token_sweep_jobs set next_attempt_at = now()');
  const { chain: tokenChain } = ports.tokens;
  const sign: typeof tokenChain.sign = async (request) => {
    await sendSol(2n);
    return await tokenChain.sign(request);
  };
  await work({ ...ports, tokens: { ...ports.tokens, chain: { ...tokenChain, sign } } });
  expect(
    await query(database.connectionString, `select state from token_sweeps where donation_id = '${id}'`),
  ).toEqual([{ state: 'live' }]);
  await workOffAll();
});

const lamportAt = (slot: bigint): ChainEntry => ({
  signature: `sol-${slot}`,
  slot,
  blockTime: new Date(),
  lamports: 1n,
  feeLamports: 0n,
  payers: [],
  succeeded: true,
  finalized: true,
  dropped: false,
});

/** What is asked to be signed for all tokens of a donation. */
async function requestFor({ id, address, account, wallet }: Awaited<ReturnType<typeof pay>>) {
  const donation = await ports.donations.find(id);
  if (donation === null || donation.token === null) throw new Error('It is paid in tokens.');
  const { token: paidIn, keyPath: path } = donation;
  return {
    from: { path, address },
    token: paidIn,
    account,
    destination: wallet,
    units: paidIn.receivedUnits,
    others: 0,
    expired: 0,
  };
}

test('nothing is signed that the chain does not hold yet for good, nor what the fee payer cannot pay beside the others', async () => {
  const paid = await pay(9n);
  const request = await requestFor(paid);
  const { tokenChain } = chain.solana;
  expect(await tokenChain.sign(request)).toHaveProperty('raw');
  expect(await tokenChain.sign({ ...request, others: 1000 })).toMatchObject({ refused: 'fee_payer_empty' });
  await token.give(paid.address, 1n);
  expect(await tokenChain.sign(request)).toMatchObject({ refused: 'books_differ' });
  await untilFinal(paid.account, 10n);
  await recordTokens(ports, log, paid.id);
  await workOffAll();
});

test('SOL that somebody sent to the token account goes on to the donation’s own address, and into its books, to the lamport', async () => {
  await chain.fund(chain.solana.tokenChain.feePayer, 100_000_000n);
  await workOffAll();
  const { id, address, account } = await pay(9n);
  await chain.fund(account, 30_000_000n);
  const before = (await chain.solana.tokenChain.feePayerFunds()).lamports;
  await workUntilDone();
  // The rent of the closed account made the streamer's.
  expect((await chain.solana.tokenChain.feePayerFunds()).lamports).toBe(before - 10_000n);
  const ofSol = await recordPayment(ports, log, id);
  expect(ofSol).toMatchObject({ isExplained: true, donation: { address, receivedLamports: 30_000_000n } });
  const isGoingOn = `select 1 from sweep_jobs where donation_id = '${id}'`;
  expect(await query(database.connectionString, isGoingOn)).toHaveLength(1);
  await proveBooks();
});

const setPayout = (wallet: string, payout: string) =>
  query(
    database.connectionString,
    `update users set payout_address = '${payout}' where wallet_address = '${wallet}'`,
  );

test('what was signed for an address that is the streamer’s no more is not sent', async () => {
  const paid = await pay(9n);
  const request = await requestFor(paid);
  const payout = freshAddress();
  const { sweeps } = ports.tokens;
  const [job] = await sweeps.claim(60_000, 1);
  const signed = await chain.solana.tokenChain.sign(request);
  if (job === undefined || 'refused' in signed) throw new Error('It can be passed on.');
  await setPayout(paid.wallet, payout);
  expect(await sweeps.storeSigned(job, signed)).toBe(false);
  await sweeps.release(job, goOn(0));
  await workOffAll();
  expect([await token.unitsOf(payout), await token.unitsOf(paid.wallet)]).toEqual([9n, 0n]);
});

test('what nobody took in time twice is signed anew with more for whoever takes it', async () => {
  const paid = await pay(9n);
  const { sweeps } = ports.tokens;
  for (const destination of [paid.wallet, freshAddress()]) {
    const [job] = await sweeps.claim(60_000, 1);
    const signed = await chain.solana.tokenChain.sign({ ...(await requestFor(paid)), destination });
    if (job === undefined || 'refused' in signed) throw new Error('It can be passed on.');
    await setPayout(paid.wallet, destination);
    expect(await sweeps.storeSigned(job, signed)).toBe(true);
    await sweeps.markExpired(job, signed.signature);
    await sweeps.release(job, goOn(0));
  }
  await workOffAll();
  const transfers = await query(
    database.connectionString,
    `select fee_lamports - min(fee_lamports) over () as more, state from token_sweeps
     where donation_id = '${paid.id}' order by created_at`,
  );
  expect(transfers).toEqual([
    { more: '0', state: 'expired' },
    { more: '0', state: 'expired' },
    { more: '1000', state: 'landed' },
  ]);
});

test('a transfer that became final while a node without its history was asked does not count as expired', async () => {
  const paid = await pay(9n);
  const { sweeps } = ports.tokens;
  const { tokenChain } = chain.solana;
  const [job] = await sweeps.claim(60_000, 1);
  const signed = await tokenChain.sign(await requestFor(paid));
  if (job === undefined || 'refused' in signed) throw new Error('It can be passed on.');
  await sweeps.storeSigned(job, signed);
  await tokenChain.send(signed.raw);
  await untilFinal(paid.account, 0n);
  await recordTokens(ports, log, paid.id);
  await changeTokenEntries(ports, paid.id, new Set([signed.signature]), { finalized: true, dropped: false });
  await sweeps.markExpired(job, signed.signature);
  await sweeps.release(job, goOn(0));
  await workOffAll();
  const transfers = await query(
    database.connectionString,
    `select state from token_sweeps where donation_id = '${paid.id}'`,
  );
  expect(transfers).toEqual([{ state: 'landed' }]);
});

test('tokens that somebody else took are told to the log as the job ends, and never stated as passed on', async () => {
  const paid = await pay(9n);
  const { id, account } = paid;
  const { tokenChain } = chain.solana;
  const signed = await tokenChain.sign({ ...(await requestFor(paid)), destination: freshAddress() });
  if ('refused' in signed) throw new Error(signed.refused);
  await tokenChain.send(signed.raw);
  await untilFinal(account, 0n);
  await recordTokens(ports, log, id);
  const final = { finalized: true, dropped: false };
  await changeTokenEntries(ports, id, new Set([signed.signature]), final);
  await workOffAll();
  expect((await ports.donations.find(id))?.sweptAt).toBeNull();
  const told = { donation: id, address: account, mint: token.mint, units: '9' };
  const words: unknown = expect.stringContaining('no address of its streamer');
  expect(log.warn.mock.calls).toEqual([[told, words]]);
});

test('that tokens are final is told nobody; a transfer that one node only called final is followed again', async () => {
  const { id, account, address } = await ask();
  await token.give(address, 9n);
  await untilFinal(account, 9n);
  await recordTokens(withNothingFinal(), log, id);
  const told = async () => (await query(database.connectionString, 'select seq from events')).length;
  const before = await told();
  const [payment] = (await ports.donations.find(id))?.token?.entries ?? [];
  const final = { finalized: true, dropped: false };
  const isSettled = async () => (await ports.donations.find(id))?.token?.entries[0]?.finalized;
  expect(await isSettled()).toBe(false);
  await changeTokenEntries(ports, id, new Set([payment!.signature]), final);
  expect([await isSettled(), await told()]).toEqual([true, before]);

  await workUntilDone();
  const { signature } = (await ports.donations.find(id))!.token!.entries.at(-1)!;
  const untrue = await ports.donations.change(id, (donation) =>
    takeBackTokenEntries(donation, new Set([signature]), new Date()),
  );
  expect([untrue.sweptAt, passableUnitsOf(untrue)]).toEqual([null, { amount: 9n, isPart: false }]);
  const states = `select state, ended_at from token_sweeps where donation_id = '${id}'`;
  expect(await query(database.connectionString, states)).toEqual([{ state: 'live', ended_at: null }]);
  await workUntilDone();
  expect((await ports.donations.find(id))?.sweptAt).not.toBeNull();
});

test('what is taken back long after it came is listed for a week from then on, in SOL and in tokens', async () => {
  const { id } = await pay(9n);
  await ports.donations.change(id, (donation) => applyEntries(donation, [lamportAt(3n)], new Date()));
  await query(
    database.connectionString,
    `update chain_entries set seen_at = now() - interval '8 days' where signature = 'sol-3';
     update token_entries set seen_at = now() - interval '8 days' where donation_id = '${id}'`,
  );
  const payments = new Set(
    (await ports.donations.find(id))?.token?.entries.map(({ signature }) => signature),
  );
  await ports.donations.change(id, (donation) =>
    takeBackTokenEntries(takeBackEntries(donation, new Set(['sol-3']), new Date()), payments, new Date()),
  );
  const watches = createWatchStore(db, ports.clock, randomUUID());
  for (const followed of [watches, ports.tokens.watches]) {
    const listed = await followed.listDropped(99);
    expect(listed.filter(({ donationId }) => donationId === id)).toHaveLength(1);
  }
  await recordTokens(ports, log, id);
  await workOffAll();
  await proveBooks();
});

test('a payment in a token that was told as another amount is put right, and passed on', async () => {
  const { id, wallet } = await pay(9n);
  await query(
    database.connectionString,
    `with told as (update token_entries set units = 900 where donation_id = '${id}')
     update donations set received_units = 900 where id = '${id}'`,
  );
  expect(await recordTokens(ports, log, id)).toMatchObject({
    donation: { token: { receivedUnits: 9n } },
    isExplained: true,
  });
  expect(log.error).toHaveBeenCalledTimes(1);
  await workOffAll();
  expect(await token.unitsOf(wallet)).toBe(9n);
  await proveBooks();
});

test('a transfer of ours that was told as another amount is put right, and stays the one that is named', async () => {
  const { id, wallet } = await pay(9n);
  await workOffAll();
  const before = await ports.donations.find(id);
  await query(
    database.connectionString,
    `update token_entries set units = -5 where donation_id = '${id}' and units < 0`,
  );
  // Nobody is told anew that it has arrived.
  const donation = { sweptAt: before?.sweptAt };
  expect(await recordTokens(ports, log, id)).toMatchObject({ isExplained: true, donation });
  await workOffAll();
  const after = await ports.donations.find(id);
  expect(after).toMatchObject({ sweptAt: before?.sweptAt, transferSignature: before?.transferSignature });
  expect(await token.unitsOf(wallet)).toBe(9n);
  await proveBooks();
});

const noteFunds = (lamports: bigint) =>
  ports.tokens.store.noteFeePayer({ address: chain.solana.tokenChain.feePayer, lamports, lowLamports: 10n });

test('whatever SOL the fee payer is sent wakes what waits for it, also where it stays almost empty', async () => {
  const { id } = await pay(9n);
  const isDue = async () => {
    const due = `select 1 from token_sweep_jobs where donation_id = '${id}' and next_attempt_at <= now()`;
    return (await query(database.connectionString, due)).length === 1;
  };
  await noteFunds(5n);
  await query(
    database.connectionString,
    `update token_sweep_jobs set next_attempt_at = now() + interval '1 hour', last_error = 'fee_payer_empty: 9 units'
     where donation_id = '${id}'`,
  );
  await noteFunds(4n);
  expect(await isDue()).toBe(false);
  await noteFunds(6n);
  expect(await isDue()).toBe(true);
  await workOffAll();
});

test('a list that does not fit the chain is refused with the reason', async () => {
  const { vault, checkTokens } = chain.solana;
  const payer = await vault.signerOf({ user: 99, epoch: 0, index: 0 });
  const newer = await vault.signerOf({ user: 99, epoch: 0, index: 1 });
  await chain.fund(payer.address, 1_000_000_000n);
  const programAddress = toAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
  await sendAs(chain.sandbox.url, payer, [
    getCreateAccountInstruction({
      payer,
      newAccount: newer,
      lamports: 10_000_000n,
      space: 82n,
      programAddress,
    }),
  ]);
  const check = (mint: string, decimals = 6) =>
    checkTokens([{ symbol: 'TEST', mint, decimals, minimumUnits: 1n }]);
  await check(token.mint);
  await expect(check(token.mint, 9)).rejects.toThrow(/has 6 decimals on the chain, not 9/);
  await expect(check(freshAddress())).rejects.toThrow(/does not exist on this network/);
  await expect(check(newer.address)).rejects.toThrow(/is a Token-2022 mint/);
  await expect(check(payer.address)).rejects.toThrow(/is no mint of the Token program/);
});

test('a payment that no history explains is kept in mind with its time, compared when that is long ago, and found once one does', async () => {
  const { id, account, address } = await ask();
  await token.give(address, 9n);
  await untilFinal(account, 9n);
  let isHistoryThere = false;
  const { tokenChain } = chain.solana;
  const readEntries: typeof tokenChain.readEntries = async (...asked) =>
    isHistoryThere ? await tokenChain.readEntries(...asked) : { entries: [], isExplained: false };
  const tokens = { ...ports.tokens, chain: { ...tokenChain, readEntries } };
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const worker = watchTokens({ ...ports, chain: chain.solana.chain, tokens }, quiet);
  onTestFinished(() => worker.stop());
  const minutesKept = `select extract(epoch from now() - look_since) / 60 as minutes from token_watches
    where donation_id = '${id}' and look_since is not null`;
  await vi.waitFor(
    async () => expect(await query(database.connectionString, minutesKept)).toHaveLength(1),
    5000,
  );

  const moving = async () =>
    (await createTokenLedgerStore(db, 'x').listMoved(null, 100)).find((books) => books.address === account)
      ?.isMoving;
  expect(await moving()).toBe(true);
  await query(
    database.connectionString,
    `update token_watches set look_since = now() - interval '11 minutes' where donation_id = '${id}'`,
  );
  expect(await moving()).toBe(false);
  await ports.tokens.watches.noteFailedLooks([id]);
  expect(await query(database.connectionString, minutesKept)).toMatchObject([
    { minutes: expect.stringMatching(/^11\./) },
  ]);

  isHistoryThere = true;
  await ports.tokens.watches.lookNow(id);
  await vi.waitFor(async () => expect(await query(database.connectionString, minutesKept)).toEqual([]), 5000);
  expect((await ports.donations.find(id))?.token?.receivedUnits).toBe(9n);
});

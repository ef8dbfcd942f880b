import { randomUUID } from 'node:crypto';
import { createSolanaRpc } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { HistoryTooShort } from '#server/app/outside.ts';
import { carryOutWithdrawal } from '#server/app/money/carry-out-withdrawal.ts';
import { readHistory } from '#server/app/money/read-wallet-history.ts';
import type { Ports } from '#server/app/ports.ts';
import type { StoredWithdrawal, WalletPorts } from '#server/app/wallet-ports.ts';
import { withdrawalStatusOf } from '#server/domain/withdrawal.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createSweepStore } from '#server/postgres/money/sweep-store.ts';
import { readOnItsWay } from '#server/postgres/money/on-its-way.ts';
import { createWalletHistoryStore } from '#server/postgres/money/wallet-history-store.ts';
import { createWithdrawalStore } from '#server/postgres/money/withdrawal-store.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createWalletChain } from '#server/solana/wallet-chain.ts';
import { query } from '#server/test/database-address.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { type NodeFault, startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress, startTestChain } from '#server/test/solana-fixture.ts';

const fee = 5000n;
const funds = 20_000_000n;
const leaseMs = 60_000;
const paidAtOnce = 10;

let database: TestDatabase;
let db: Database;
let needs: Pick<Ports, 'wallet' | 'streamers' | 'clock' | 'settings'>;
let shiftMs = 0;
const clock = { now: () => new Date(Date.now() + shiftMs) };

const chain = forFile(() => startTestChain({ slotMs: Infinity }));
beforeAll(async () => {
  chain.sandbox.advance(20);
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 6, onError: () => undefined });
  await sql(`insert into installation (genesis_hash, seed_fingerprint, key_epoch) values ('', '', 3)`);
  needs = {
    wallet: {
      chain: chain.solana.walletChain,
      withdrawals: createWithdrawalStore(db, clock),
      history: createWalletHistoryStore(db, clock),
      onItsWay: readOnItsWay(db),
    },
    streamers: createStreamerStore(db, clock),
    clock,
    settings: { keyEpoch: 3 } as Ports['settings'],
  };
});
beforeEach(() => {
  shiftMs = 0;
  chain.sandbox.faults.clear();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const sql = (text: string) => query(database.connectionString, text);
const transactionReads = () => chain.sandbox.calls['getTransaction'] ?? 0;
const balanceOf = async (address: string) =>
  (await chain.solana.chain.readBalances([address])).lamportsByAddress.get(address);

let users = 0;

/** A streamer whose wallet holds 0.02 SOL, for good. */
async function streamer(lamports = funds) {
  users += 1;
  const address = await chain.solana.vault.addressOf({ user: users, epoch: 0, index: 0 });
  const [row] = await sql(
    `insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
     values ('streamer-${users}', '', '${address}', ${users}, 0, 'a${users}', 'b${users}') returning id`,
  );
  if (lamports > 0n) await chain.solana.faucet.pay(address, lamports);
  chain.sandbox.advance(10);
  return { id: String(row?.['id']), address };
}

/** An order as the use case stores it once it was confirmed. */
async function order(
  { id: userId }: { id: string },
  given: { lamports?: bigint; keyEpoch?: number; balanceLamports?: bigint; feeLamports?: bigint } = {},
): Promise<StoredWithdrawal> {
  return await needs.wallet.withdrawals.create({
    id: randomUUID(),
    userId,
    keyEpoch: given.keyEpoch ?? 3,
    destination: freshAddress(),
    isAll: given.lamports === undefined,
    lamports: given.lamports ?? funds - fee,
    feeLamports: given.feeLamports ?? fee,
    unitPrice: 0n,
    balanceLamports: given.balanceLamports ?? funds,
  });
}

/** One turn of a worker that takes over whatever is open; false when nothing is. */
async function turn(ports = needs): Promise<boolean> {
  await sql('update withdrawals set lease_until = null, next_attempt_at = now() where ended_at is null');
  const job = await ports.wallet.withdrawals.claim(leaseMs);
  if (job === null) return false;
  const next = await carryOutWithdrawal(ports, job);
  if (next !== null) await ports.wallet.withdrawals.release(job, next);
  return true;
}

async function carryOut(advance = 4): Promise<void> {
  for (let turns = 0; turns < 40; turns += 1) {
    if (!(await turn())) return;
    chain.sandbox.advance(advance);
  }
  throw new Error('The withdrawal does not come to an end.');
}

const stored = async ({ id, userId }: StoredWithdrawal): Promise<StoredWithdrawal> => {
  const found = await needs.wallet.withdrawals.find(userId, id);
  if (found === null) throw new Error('It was stored.');
  return found;
};
const transfersOf = async ({ id }: StoredWithdrawal) =>
  (await sql(`select state from withdrawal_transfers where withdrawal_id = '${id}' order by created_at`)).map(
    (row) => row['state'],
  );

/** A node that takes what is sent, passes nothing on, and says of a blockhash that it ends so many blocks too late. */
function keepAndSay(blocks: number): NodeFault {
  return {
    answer: async ({ method, id, forward }) => {
      if (method === 'sendTransaction')
        return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result: '1'.repeat(88) }) };
      const told = JSON.parse(await forward()) as { result: { value: { lastValidBlockHeight: number } } };
      if (method === 'getLatestBlockhash') told.result.value.lastValidBlockHeight += blocks;
      return { status: 200, body: JSON.stringify(told) };
    },
  };
}

/** A node that was away in these slots and came back from a newer snapshot: what landed there it never had. */
function holeAround(slot: number, signature: string): NodeFault {
  return {
    answer: async ({ method, body, forward }) => {
      const told = JSON.parse(await forward()) as { result: unknown };
      const { result } = told;
      if (method === 'getSignatureStatuses' && body.includes(signature))
        told.result = { ...(result as object), value: [null] };
      if (method === 'getSignaturesForAddress')
        told.result = (result as { signature: string }[]).filter((row) => row.signature !== signature);
      if (method === 'getBlocksWithLimit')
        told.result = (result as number[]).filter((block) => block < slot || block > slot + 60);
      return { status: 200, body: JSON.stringify(told) };
    },
  };
}

class Killed extends Error {}

/** The same ports for a process that dies at its n-th step outside, before it or after it was done; counts the steps. */
function dyingAt(step: number, when: 'before' | 'after') {
  let steps = 0;
  const dying = <T extends object>(real: T): T =>
    new Proxy(real, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          steps += 1;
          const dies = steps === step;
          if (dies && when === 'before') throw new Killed();
          const answer: unknown = await Reflect.apply(method, target, args);
          if (dies) throw new Killed();
          return answer;
        };
      },
    });
  const wallet: WalletPorts = {
    ...needs.wallet,
    chain: dying(needs.wallet.chain),
    withdrawals: dying(needs.wallet.withdrawals),
  };
  return { ports: { ...needs, wallet }, isOver: () => steps < step };
}

describe('a withdrawal', () => {
  test('of everything leaves exactly 0, and what arrives is the balance less the fee', async () => {
    const kat = await streamer();
    const made = await order(kat);
    await carryOut();
    expect(await balanceOf(kat.address)).toBe(0n);
    expect(await balanceOf(made.destination)).toBe(funds - fee);
    const end = await stored(made);
    expect(withdrawalStatusOf(end)).toBe('final');
    expect(end.seenAt).not.toBeNull();
    expect(await transfersOf(made)).toEqual(['landed']);
  });

  test('is paid once, at whatever step its worker is killed', async () => {
    // Before a step is after the one before it: only the first has none before it.
    for (const when of ['before', 'after'] as const) {
      for (let step = 1; ; step += 1) {
        const kat = await streamer();
        const made = await order(kat, { lamports: 3_000_000n });
        const { ports, isOver } = dyingAt(step, when);
        let dead = false;
        for (let turns = 0; turns < 6 && !dead; turns += 1) {
          dead = await turn(ports).then(
            () => false,
            (error: unknown) => error instanceof Killed,
          );
          chain.sandbox.advance(3);
        }
        await carryOut();
        expect([when, step, await balanceOf(made.destination)]).toEqual([when, step, 3_000_000n]);
        expect(await balanceOf(kat.address)).toBe(funds - 3_000_000n - fee);
        expect(withdrawalStatusOf(await stored(made))).toBe('final');
        if (isOver() || when === 'before') break;
      }
    }
  });

  test('whose transfer is lost is signed anew once that can land no more, and paid once', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    chain.sandbox.faults.dropNextSends(1000);
    await turn();
    const [first] = await sql(`select raw from withdrawal_transfers where withdrawal_id = '${made.id}'`);
    chain.sandbox.advance(140);
    await turn();
    expect(await transfersOf(made)).toEqual(['live']);
    chain.sandbox.advance(30);
    await turn();
    expect(await transfersOf(made)).toEqual(['expired']);
    chain.sandbox.faults.clear();
    await chain.solana.walletChain.send(first?.['raw'] as Uint8Array);
    await carryOut();
    expect(await balanceOf(made.destination)).toBe(3_000_000n);
    expect(await transfersOf(made)).toEqual(['expired', 'landed']);
  });

  test('is not signed anew on one node’s word, nor ended on another one’s, while they contradict each other', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    await turn();
    chain.sandbox.advance(20);
    const blind = await startTestChain({ slotMs: Infinity });
    blind.sandbox.advance(4000);
    const [one, other] = [createSolanaRpc(blind.sandbox.url), createSolanaRpc(chain.sandbox.url)];
    const twoNodes = createWalletChain(
      {
        rpc: one,
        onOneNode: (work) => work(one),
        onTwoNodes: (work) => Promise.all([work(one), work(other)]),
        onEachNode: (work) => work(one),
      },
      chain.solana.vault,
    );
    await turn({ ...needs, wallet: { ...needs.wallet, chain: twoNodes } });
    await blind.stop();
    expect(await transfersOf(made)).toEqual(['live']);
    await turn();
    expect(await transfersOf(made)).toEqual(['landed']);
    expect(await balanceOf(made.destination)).toBe(3_000_000n);
  });

  test.each([
    ['preferred', 0],
    ['second', 1],
  ])('that landed has neither ended nor failed while the %s of two nodes says it failed', async (_, at) => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    await turn();
    chain.sandbox.advance(40);
    const liar = await startFaultProxy(chain.sandbox);
    onTestFinished(() => liar.stop());
    liar.begin({
      answer: async ({ method, forward }) => {
        const told = JSON.parse(await forward()) as { result: { meta: { err: unknown } } };
        if (method === 'getTransaction') told.result.meta.err = { InstructionError: [0, { Custom: 1 }] };
        return { status: 200, body: JSON.stringify(told) };
      },
    });
    const urls = [liar.rpcUrl, chain.sandbox.url];
    const client = createRpcClient({ urls: at === 0 ? urls : urls.toReversed(), limits: null });
    const walletChain = createWalletChain(client, chain.solana.vault);
    shiftMs = 20 * 60_000;
    await turn({ ...needs, wallet: { ...needs.wallet, chain: walletChain } });
    expect(withdrawalStatusOf(await stored(made))).toBe('confirmed');
    await turn();
    expect(withdrawalStatusOf(await stored(made))).toBe('final');
  });

  test('that landed has ended a quarter of an hour later by whoever tells so, though the preferred node never does', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    await turn();
    chain.sandbox.advance(40);
    const silent = await startFaultProxy(chain.sandbox);
    onTestFinished(() => silent.stop());
    silent.begin({
      answer: async ({ method, forward }) => {
        const told = JSON.parse(await forward()) as { result: object };
        if (method === 'getSignatureStatuses') told.result = { ...told.result, value: [null] };
        if (method === 'getEpochInfo') told.result = { ...told.result, blockHeight: 1 };
        return { status: 200, body: JSON.stringify(told) };
      },
    });
    const client = createRpcClient({ urls: [silent.rpcUrl, chain.sandbox.url], limits: null });
    const walletChain = createWalletChain(client, chain.solana.vault);
    const twoNodes = { ...needs, wallet: { ...needs.wallet, chain: walletChain } };
    await turn(twoNodes);
    expect(withdrawalStatusOf(await stored(made))).toBe('sent');
    shiftMs = 20 * 60_000;
    await turn(twoNodes);
    expect(withdrawalStatusOf(await stored(made))).toBe('final');
  });

  test('is not signed anew by a node whose history has a hole where it landed', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    await turn();
    chain.sandbox.advance(400);
    // A donation was passed on meanwhile: the wallet holds no less than was confirmed.
    await chain.solana.faucet.pay(kat.address, 5_000_000n);
    chain.sandbox.advance(40);
    const [row] = await sql(`select signature from withdrawal_transfers where withdrawal_id = '${made.id}'`);
    const signature = String(row?.['signature']);
    const { slots } = await chain.solana.chain.readSignatures([{ signature, slot: null }]);
    const node = await startFaultProxy(chain.sandbox);
    node.begin(holeAround(Number(slots[0]), signature));
    const client = createRpcClient({ urls: [node.rpcUrl], limits: null });
    const walletChain = createWalletChain(client, chain.solana.vault);
    await expect(turn({ ...needs, wallet: { ...needs.wallet, chain: walletChain } })).rejects.toThrow(
      HistoryTooShort,
    );
    await node.stop();
    expect(await transfersOf(made)).toEqual(['live']);
    await carryOut();
    expect(await transfersOf(made)).toEqual(['landed']);
    expect(await balanceOf(made.destination)).toBe(3_000_000n);
  });

  test('is not signed anew by what the node that keeps its bytes said of their last block', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    const liar = await startFaultProxy(chain.sandbox);
    onTestFinished(() => liar.stop());
    liar.begin(keepAndSay(-190));
    chain.sandbox.faults.dropNextSends(1000);
    const client = createRpcClient({ urls: [liar.rpcUrl, chain.sandbox.url], limits: null });
    const walletChain = createWalletChain(client, chain.solana.vault);
    const ports = { ...needs, wallet: { ...needs.wallet, chain: walletChain } };
    await turn(ports);
    // Newer than what is final; then too old for what is confirmed, and not for what is final.
    for (const blocks of [1, 151]) {
      chain.sandbox.advance(blocks);
      await turn(ports);
      expect(await transfersOf(made)).toEqual(['live']);
    }
    chain.sandbox.advance(10);
    await turn(ports);
    expect(await transfersOf(made)).toEqual(['expired']);
    chain.sandbox.faults.clear();
    await carryOut();
    expect(await transfersOf(made)).toEqual(['expired', 'landed']);
    expect(await balanceOf(made.destination)).toBe(3_000_000n);
  });

  test('is signed by no blockhash that is said to live for ever', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    const liar = await startFaultProxy(chain.sandbox);
    onTestFinished(() => liar.stop());
    liar.begin(keepAndSay(1_000_000));
    const client = createRpcClient({ urls: [liar.rpcUrl, chain.sandbox.url], limits: null });
    const walletChain = createWalletChain(client, chain.solana.vault);
    await turn({ ...needs, wallet: { ...needs.wallet, chain: walletChain } });
    const [row] = await sql(
      `select last_valid_block_height - signed_slot as blocks from withdrawal_transfers where withdrawal_id = '${made.id}'`,
    );
    expect(Number(row?.['blocks'])).toBe(150);
    await carryOut();
    expect(await balanceOf(made.destination)).toBe(3_000_000n);
  });

  test('that a restored database still knows as open is not paid again', async () => {
    const kat = await streamer();
    const older = await order(kat, { lamports: 3_000_000n, keyEpoch: 2 });
    await turn();
    expect(await stored(older)).toMatchObject({ givenUpWhy: 'restored', signature: null });
    const shrunk = await order(kat, { lamports: 3_000_000n, balanceLamports: funds * 2n });
    await carryOut();
    expect(await stored(shrunk)).toMatchObject({ givenUpWhy: 'changed', signature: null });
    const costly = await order(kat, { lamports: 3_000_000n, feeLamports: fee - 1n });
    await carryOut();
    expect(await stored(costly)).toMatchObject({ givenUpWhy: 'changed', signature: null });
    expect(await balanceOf(kat.address)).toBe(funds);
    // A worker of before the restore, which still knows the epoch of before.
    const late = await order(kat, { lamports: 3_000_000n });
    await sql('update installation set key_epoch = 4');
    await turn();
    await sql('update installation set key_epoch = 3');
    chain.sandbox.advance(10);
    expect(await transfersOf(late)).toEqual([]);
    expect(await balanceOf(kat.address)).toBe(funds);
    await carryOut();
  });

  test('is given up after ten minutes in which no node took it, and never while it may land', async () => {
    const kat = await streamer();
    // The clock may have been set back meanwhile: then nobody knows how old it is.
    for (const passedMs of [601_000, -601_000]) {
      shiftMs = 0;
      const made = await order(kat);
      shiftMs = passedMs;
      await turn();
      expect(await stored(made)).toMatchObject({ givenUpWhy: 'no_answer', signature: null });
    }
    shiftMs = 0;
    const sent = await order(kat);
    await turn();
    shiftMs = 601_000;
    const job = await claimAgain();
    await needs.wallet.withdrawals.giveUp(job, 'no_answer');
    await carryOut();
    expect(withdrawalStatusOf(await stored(sent))).toBe('final');
  });

  test('that lands and fails says so, and is not tried again', async () => {
    const kat = await streamer();
    const made = await order(kat);
    chain.sandbox.faults.dropNextSends(1);
    await turn();
    // Dust that arrives in between would be left on the wallet, and the chain lets so little not stand.
    await chain.solana.faucet.pay(kat.address, 1n);
    await carryOut();
    expect(withdrawalStatusOf(await stored(made))).toBe('failed');
    expect(await balanceOf(made.destination)).toBe(0n);
    expect(await transfersOf(made)).toEqual(['failed']);
  });
});

async function claimAgain() {
  await sql('update withdrawals set lease_until = null, next_attempt_at = now() where ended_at is null');
  const job = await needs.wallet.withdrawals.claim(leaseMs);
  if (job === null) throw new Error('One is open.');
  return job;
}

describe('a wallet', () => {
  test('pays for one thing at a time: a withdrawal, or the remainder of a donation', async () => {
    const kat = await streamer();
    const [made] = await sql(
      `insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports, created_at, expires_at)
       values ('${kat.id}', 'Ann', '', 'remainder-${users}', 999, 0, ${users}, 1, now(), now() + interval '1 minute') returning id`,
    );
    await sql(`insert into sweep_jobs (donation_id) values ('${String(made?.['id'])}')`);
    const sweeps = createSweepStore(db);
    const [sweepJob] = await sweeps.claim(leaseMs, 1);
    if (sweepJob === undefined) throw new Error('A sweep is due.');
    const remainder = {
      signature: 'of the remainder',
      raw: new Uint8Array(1),
      destination: kat.address,
      lamports: 1n,
      feeLamports: 1n,
      feePayer: kat.address,
      lastValidBlockHeight: 1n,
    };
    const withdrawal = await order(kat, { lamports: 3_000_000n });
    await turn();
    expect(await sweeps.storeSigned(sweepJob, remainder)).toBe(false);
    await carryOut();
    expect(await sweeps.storeSigned(sweepJob, remainder)).toBe(true);
    const second = await order(kat, { lamports: 3_000_000n, balanceLamports: 16_000_000n });
    await turn();
    expect(await transfersOf(second)).toEqual([]);
    await sweeps.markLanded(sweepJob, remainder.signature, true);
    await carryOut();
    expect([await transfersOf(withdrawal), await transfersOf(second)]).toEqual([['landed'], ['landed']]);
  });

  test('has one open withdrawal; an id stays what it was, and opens nobody else’s', async () => {
    const [kat, bob] = [await streamer(), await streamer()];
    const first = await order(kat);
    await expect(order(kat)).rejects.toMatchObject({ code: 'withdrawal_under_way' });
    const again = { ...first, lamports: 1n };
    expect(await needs.wallet.withdrawals.create(again)).toMatchObject({ lamports: funds - fee });
    await expect(needs.wallet.withdrawals.create({ ...first, userId: bob.id })).rejects.toMatchObject({
      code: 'withdrawal_under_way',
    });
    expect(await needs.wallet.withdrawals.find(bob.id, first.id)).toBeNull();
    await carryOut();
  });
});

describe('the history', () => {
  test('of a long-used wallet is read once, over several looks, whoever is killed in between', async () => {
    const kat = await streamer(0n);
    const owner = { id: kat.id, walletAddress: kat.address };
    const pay = async (count: number) => {
      for (let paid = 0; paid < count; paid += paidAtOnce) {
        const amounts = Array.from({ length: paidAtOnce }, (_, index) => 1_000_000n + BigInt(paid + index));
        await Promise.all(amounts.map((amount) => chain.solana.faucet.pay(kat.address, amount)));
        chain.sandbox.advance(1);
      }
      chain.sandbox.advance(10);
    };
    const look = async (wallet = needs.wallet) => {
      shiftMs += 10_000;
      return await readHistory(wallet, owner);
    };
    const known = async () =>
      Number((await sql(`select count(*) as n from wallet_entries where user_id = '${kat.id}'`))[0]?.['n']);
    await pay(330);
    const dying = dyingAt(3, 'after').ports.wallet;
    await expect(look({ ...needs.wallet, chain: dying.chain })).rejects.toBeInstanceOf(Killed);
    expect(await look()).toBe('reading');
    expect(await known()).toBe(300);
    await pay(110);
    const before = transactionReads();
    while ((await look()) === 'reading');
    expect(await known()).toBe(440);
    expect(transactionReads() - before).toBe(140);
    expect(await look()).toBe('complete');
    expect(transactionReads() - before).toBe(140);

    const first = await needs.wallet.history.list(kat.id, { before: null, limit: 300 });
    const rest = await needs.wallet.history.list(kat.id, { before: first.at(-1)!, limit: 300 });
    const all = [...first, ...rest];
    expect(new Set(all.map(({ signature }) => signature)).size).toBe(440);
    expect(all.reduce((sum, { lamports }) => sum + lamports, 0n)).toBe(await balanceOf(kat.address));
    const slots = all.map(({ slot }) => slot);
    expect(slots).toEqual(slots.toSorted((a, b) => Number(b - a)));
  });

  test('names withdrawals and fees, and asks the node nothing that the books know', async () => {
    const kat = await streamer();
    const made = await order(kat, { lamports: 3_000_000n });
    await carryOut();
    const before = transactionReads();
    shiftMs += 10_000;
    await readHistory(needs.wallet, { id: kat.id, walletAddress: kat.address });
    expect(transactionReads() - before).toBe(1);
    const [newest, oldest] = await needs.wallet.history.list(kat.id, { before: null, limit: 5 });
    expect(newest).toMatchObject({
      lamports: -3_000_000n - fee,
      feeLamports: fee,
      withdrawnTo: made.destination,
    });
    expect(oldest).toMatchObject({ lamports: funds, donationId: null, withdrawnTo: null });
  });
});

test('one that was put off before the clock of the database was set back is due again', async () => {
  const { withdrawals } = needs.wallet;
  const { id } = await order(await streamer());
  await sql(`update withdrawals set next_attempt_at = now() + interval '1 hour' where id = '${id}'`);
  expect(await withdrawals.claim(leaseMs)).toBeNull();
  await withdrawals.wakeOverslept();
  expect(await withdrawals.claim(leaseMs)).toMatchObject({ withdrawal: { id } });
});

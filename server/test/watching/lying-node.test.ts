import { getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import { expect, test, type TestContext, vi } from 'vitest';
import { payAndSee, startAmong } from '#server/test/chain-by-hand.ts';
import type { Exchange, NodeFault, Reply } from '#server/test/faults/fault-proxy.ts';
import { payFromFaucet, rpcCall } from '#server/test/faults/rpc-call.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { until } from '#server/test/test-client.ts';

const past = 661_000;
vi.setConfig({ testTimeout: 90_000 });

let starting: Promise<unknown> = Promise.resolve();

/**
 * What a test starts ends with it. They run beside each other, because each waits most of its time; only the starts,
 * which are work, come one after the other.
 */
async function startIn({ onTestFinished }: TestContext, nodes: number) {
  const cleanUps: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  const scene = starting.then(() => startAmong(nodes, cleanUps));
  starting = scene.catch(() => undefined);
  return await scene;
}

/** Answers to some methods changed, counted by method; everything else as it is. */
function lie(answers: Record<string, (result: never, body: string) => unknown>) {
  const asked: Record<string, number> = {};
  const answer = async ({ method, body, forward }: Exchange): Promise<Reply> => {
    asked[method] = (asked[method] ?? 0) + 1;
    const truth = JSON.parse(await forward()) as { result: never };
    const change = answers[method];
    const told = change === undefined ? truth : { ...truth, result: change(truth.result, body) };
    return { status: 200, body: JSON.stringify(told) };
  };
  return { asked, fault: { answer } };
}

const nothing = (result: { value: unknown }) => ({
  ...result,
  value: Array.isArray(result.value) ? result.value.map(() => null) : 0,
});
const knowsNothing: Record<string, (result: never) => unknown> = {
  getBalance: nothing,
  getMultipleAccounts: nothing,
  getSignatureStatuses: nothing,
  getSignaturesForAddress: () => [],
  getTransaction: () => null,
};

const everExpired = (id: string) => `select expired_at is not null as ever from donations where id = '${id}'`;

const finalOf = (address: string) =>
  `select finalized from chain_entries where address = '${address}' order by slot limit 1`;

test.concurrent('a payment that cannot be read anew holds no other donation back', async (context) => {
  const scene = await startIn(context, 1);
  const donations = [await scene.create(), await scene.create(), await scene.create()];
  const [stuck] = await payAndSee(scene, donations);
  const liar = lie({
    getSignatureStatuses: (result: { value: { slot: number }[] }, body) => {
      const at = (JSON.parse(body) as { params: [string[]] }).params[0].indexOf(stuck!);
      const value = result.value.map((status, index) =>
        index === at ? { ...status, slot: status.slot + 1 } : status,
      );
      return { ...result, value };
    },
    getTransaction: (result, body) => (body.includes(stuck!) ? null : result),
  });
  scene.nodes[0]?.begin(liar.fault);
  scene.sandbox.advance(40);
  for (const { walletAddress } of donations.slice(1)) {
    await until(async () => expect(await scene.query(finalOf(walletAddress))).toEqual([{ finalized: true }]));
  }
  expect(await scene.query(finalOf(donations[0]!.walletAddress))).toEqual([{ finalized: false }]);
  scene.nodes[0]?.heal();
  await until(async () =>
    expect(await scene.query(finalOf(donations[0]!.walletAddress))).toEqual([{ finalized: true }]),
  );
});

test.concurrent('a payment that only one of two nodes lacks has not failed', async (context) => {
  const scene = await startIn(context, 2);
  const donation = await scene.create();
  await payAndSee(scene, [donation]);
  const liar = lie(knowsNothing);
  scene.nodes[0]?.begin(liar.fault);
  scene.sandbox.advance(40);
  await until(() => expect(liar.asked['getSignatureStatuses']).toBeGreaterThan(6), 40_000);
  expect(await scene.statusOf(donation.id)).toBe('RECEIVED');
  scene.nodes[0]?.heal();
  await until(async () =>
    expect(await scene.query(finalOf(donation.walletAddress))).toEqual([{ finalized: true }]),
  );
});

/** What a node says that has taken a transaction. */
function takenBy({ id, body }: Exchange): object {
  const [wire] = (JSON.parse(body) as { params: [string] }).params;
  const { signatures } = getTransactionDecoder().decode(Buffer.from(wire, 'base64'));
  const [signature] = Object.values(signatures);
  return { jsonrpc: '2.0', id, result: getBase58Decoder().decode(signature!) };
}

/**
 * Swallows what is sent, and says of the transfer of a donation that it is in a final block, in that slot, as its node
 * would.
 */
function tellOfLanding(scene: Awaited<ReturnType<typeof startIn>>, address: string, slot: number) {
  const sent = async (): Promise<string | undefined> => {
    const [row] = await scene.query(`select signature from sweeps where address = '${address}' limit 1`);
    return row && String(row['signature']);
  };
  const told = { slot, err: null };
  const blockTime = Math.floor(Date.now() / 1000);
  const lies: Record<string, (exchange: Exchange, signature: string) => Promise<unknown>> = {
    getSignatureStatuses: async ({ body, forward }, signature) => {
      const { result, ...rest } = JSON.parse(await forward());
      const asked = (JSON.parse(body) as { params: [string[]] }).params[0];
      const final = { ...told, confirmations: null, confirmationStatus: 'finalized' };
      const value = asked.map((each, index) => (each === signature ? final : result.value[index]));
      return { ...rest, result: { ...result, value } };
    },
    getTransaction: async ({ body, forward }, signature) => {
      const truth = JSON.parse(await forward());
      if (!body.includes(signature)) return truth;
      const meta = { err: null, fee: 5000, preBalances: [5_000_000, 0], postBalances: [0, 4_995_000] };
      const message = { accountKeys: [address, freshAddress()] };
      const transaction = { message, signatures: [signature] };
      return { ...truth, result: { slot, blockTime, version: 0, transaction, meta } };
    },
  };
  /** Either node takes what is sent; only one of them lies. */
  return (isLiar: boolean): NodeFault => ({
    answer: async (exchange) => {
      const { method, forward } = exchange;
      const signature = await sent();
      const lie = isLiar && signature !== undefined ? lies[method] : undefined;
      if (method === 'sendTransaction') return { status: 200, body: JSON.stringify(takenBy(exchange)) };
      if (lie === undefined || signature === undefined) return { status: 200, body: await forward() };
      return { status: 200, body: JSON.stringify(await lie(exchange, signature)) };
    },
  });
}

const slotsTold = [
  { where: 'in some block', slot: 90 },
  { where: 'in one that the chain will not reach', slot: 9e15 },
];

test.concurrent.for(slotsTold)(
  'a transfer that one node only says is final, $where, is taken back, and the money passed on without anybody',
  async ({ slot }, context) => {
    const scene = await startIn(context, 2);
    const { id, walletAddress } = await scene.create();
    await payAndSee(scene, [{ id, walletAddress }] as never);
    const liar = tellOfLanding(scene, walletAddress, slot);
    scene.nodes[0]?.begin(liar(true));
    scene.nodes[1]?.begin(liar(false));
    scene.sandbox.advance(40);
    const standing = async () => {
      const [row] = await scene.query(
        `select d.swept_at is not null as "isSwept",
        (select string_agg(s.state, ' ' order by s.created_at) from sweeps s where s.donation_id = d.id) as states
       from donations d where d.id = '${id}'`,
      );
      return row;
    };
    await until(async () => expect(await standing()).toEqual({ isSwept: true, states: 'landed' }), 20_000);
    scene.nodes[0]?.begin(liar(false));
    await scene.passChainTime(past);
    await until(async () => expect(await standing()).toEqual({ isSwept: false, states: 'live' }), 20_000);
    for (const node of scene.nodes) node.heal();
    const going = setInterval(() => scene.sandbox.advance(10), 100);
    context.onTestFinished(() => clearInterval(going));
    await until(async () => expect(await standing()).toMatchObject({ isSwept: true }), 40_000);
    const ask = { commitment: 'finalized' };
    expect(await rpcCall(scene.sandbox.url, 'getBalance', [walletAddress, ask])).toMatchObject({ value: 0 });
  },
);

/** A transaction of an address with so many lamports more there after it. */
const withMore =
  (address: string, lamports: number) =>
  (result: { transaction: { message: { accountKeys: string[] } }; meta: Balances }) => {
    const at = result.transaction.message.accountKeys.indexOf(address);
    const postBalances = result.meta.postBalances.map((post, index) =>
      index === at ? post + lamports : post,
    );
    return { ...result, meta: { ...result.meta, postBalances } };
  };

interface Balances {
  postBalances: number[];
}

test.concurrent('a payment that one node made larger is put right, and passed on', async (context) => {
  const scene = await startIn(context, 2);
  const { id, walletAddress } = await scene.create();
  scene.nodes[0]?.begin(lie({ getTransaction: withMore(walletAddress, 1e9) }).fault);
  await payAndSee(scene, [{ id, walletAddress }] as never);
  const standing = () =>
    scene.query(
      `select received_lamports::int as received, swept_at is not null as swept from donations where id = '${id}'`,
    );
  expect(await standing()).toEqual([{ received: 1_005_000_000, swept: false }]);
  scene.nodes[0]?.heal();
  const going = setInterval(() => scene.sandbox.advance(10), 100);
  context.onTestFinished(() => clearInterval(going));
  scene.passTime(60_000);
  await until(async () => expect(await standing()).toEqual([{ received: 5_000_000, swept: true }]), 40_000);
});

test.concurrent('a late payment that one node made larger is put right though both have pruned what came before', async (context) => {
  const scene = await startIn(context, 2);
  const { id, walletAddress } = await scene.create();
  await payAndSee(scene, [{ id, walletAddress }] as never);
  const going = setInterval(() => scene.sandbox.advance(10), 100);
  context.onTestFinished(() => clearInterval(going));
  const standing = async () =>
    (
      await scene.query(
        `select received_lamports::int as received, swept_at is not null as swept,
         (select sum(lamports)::int from chain_entries where address = '${walletAddress}') as left
       from donations where id = '${id}'`,
      )
    )[0];
  await until(
    async () => expect(await standing()).toEqual({ received: 5_000_000, swept: true, left: 0 }),
    20_000,
  );
  const old = await scene.query(
    `select signature from chain_entries where address = '${walletAddress}' and finalized`,
  );
  const isOld = (body: string) => old.some(({ signature }) => body.includes(String(signature)));
  const more = withMore(walletAddress, 1e9);
  const pruned = lie({ getTransaction: (result, body) => (isOld(body) ? null : result) });
  const prunedLiar = lie({
    getTransaction: (result, body) => (isOld(body) ? null : result && more(result)),
  });
  scene.nodes[0]?.begin(prunedLiar.fault);
  // Whoever asks this one first would hear the truth at once.
  scene.nodes[1]?.begin(lie({ getTransaction: () => null }).fault);
  await payFromFaucet(scene.sandbox.url, walletAddress, 5_000_000);
  // It is read each minute: the first of them may pass before the payment is confirmed.
  const minutes = setInterval(() => scene.passTime(61_000), 2000);
  context.onTestFinished(() => clearInterval(minutes));
  await until(async () => expect(await standing()).toMatchObject({ received: 1_010_000_000 }), 20_000);
  scene.nodes[0]?.begin(pruned.fault);
  scene.nodes[1]?.begin(pruned.fault);
  await until(
    async () => expect(await standing()).toEqual({ received: 10_000_000, swept: true, left: 0 }),
    40_000,
  );
});

test.concurrent('a payment that only one of two nodes knows ends with its donation paid, and not expired', async (context) => {
  const scene = await startIn(context, 2);
  const [paid, unpaid] = [await scene.create(), await scene.create()];
  scene.nodes[0]?.begin(lie(knowsNothing).fault);
  await payFromFaucet(scene.sandbox.url, paid.walletAddress, 5_000_000);
  scene.sandbox.advance(3);
  scene.passTime(6000);
  await scene.passChainTime(past);
  await until(async () => expect(await scene.statusOf(unpaid.id)).toBe('EXPIRED'));
  await until(async () => expect(await scene.statusOf(paid.id)).toBe('RECEIVED'), 15_000);
  expect(await scene.query(everExpired(paid.id))).toEqual([{ ever: false }]);
});

const tenYearsAhead = (result: { blockTime: number }) => ({
  ...result,
  blockTime: result.blockTime + 10 * 365 * 86_400,
});

test.concurrent('a payment that a node dates into the future is punctual, and makes its alert by itself', async (context) => {
  const scene = await startIn(context, 2);
  const donation = await scene.create();
  scene.nodes[0]?.begin(lie({ getTransaction: tenYearsAhead }).fault);
  await payAndSee(scene, [donation]);
  const standing = `select d.late, d.paid_at < d.expires_at as is_in_time, a.trayed_at
    from donations d join alerts a on a.donation_id = d.id`;
  expect(await scene.query(standing)).toEqual([{ late: false, is_in_time: true, trayed_at: null }]);
});

test.concurrent('a second node that is dead keeps donations open for a while, and not for ever', async (context) => {
  const scene = await startIn(context, 2);
  const { id } = await scene.create();
  scene.nodes[1]?.begin({ answer: async () => 'reset' });
  let readings = 0;
  scene.nodes[0]?.begin({
    answer: async ({ method, forward }) => {
      if (method === 'getBlockTime') readings += 1;
      return { status: 200, body: await forward() };
    },
  });
  await scene.passChainTime(past);
  await until(() => expect(readings).toBeGreaterThan(2), 15_000);
  expect(await scene.statusOf(id)).toBe('PENDING');
  await scene.passChainTime(15 * 60_000);
  await until(async () => expect(await scene.statusOf(id)).toBe('EXPIRED'), 15_000);
});

/** A node that answers, and to which nothing has happened since that slot. */
function standAt(slot: number): NodeFault {
  const refusal = {
    code: -32_016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: slot },
  };
  const noBlock = { code: -32_004, message: 'Block not available for slot' };
  return {
    answer: async ({ method, body, id, forward }) => {
      const { params } = JSON.parse(body) as { params: [unknown, { minContextSlot?: number }?] };
      const truth = JSON.parse(await forward()) as { result: never };
      const isRefused = (params[1]?.minContextSlot ?? 0) > slot;
      const getEpochInfo = (info: object) => ({ ...info, absoluteSlot: slot, blockHeight: slot });
      const changes: typeof knowsNothing = { ...knowsNothing, getSlot: () => slot, getEpochInfo };
      const change = changes[method];
      const changed = change === undefined ? truth : { ...truth, result: atSlot(change(truth.result)) };
      const isAhead = method === 'getBlockTime' && Number(params[0]) > slot;
      const told = isRefused ? { error: refusal } : isAhead ? { error: noBlock } : changed;
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...told }) };
    },
  };
  function atSlot(result: unknown): unknown {
    const isInContext = typeof result === 'object' && result !== null && 'context' in result;
    return isInContext ? { ...result, context: { slot } } : result;
  }
}

test.concurrent('a node that stands still and answers hides no payment from the one that goes on', async (context) => {
  const scene = await startIn(context, 2);
  const [paid, unpaid] = [await scene.create(), await scene.create()];
  const slot = await rpcCall<number>(scene.sandbox.url, 'getSlot', [{ commitment: 'confirmed' }]);
  const witness = lie({});
  scene.nodes[0]?.begin(standAt(slot));
  scene.nodes[1]?.begin(witness.fault);
  for (let past = 0; past < 500; past += 100) {
    scene.sandbox.advance(100);
    const asked = witness.asked['getEpochInfo'] ?? 0;
    await until(() => expect(witness.asked['getEpochInfo']).toBeGreaterThan(asked + 1));
  }
  await payFromFaucet(scene.sandbox.url, paid.walletAddress, 5_000_000);
  scene.sandbox.advance(3);
  scene.passTime(6000);
  await until(async () => expect(await scene.statusOf(paid.id)).toBe('RECEIVED'), 15_000);
  await scene.passChainTime(past + 15 * 60_000);
  await until(async () => expect(await scene.statusOf(unpaid.id)).toBe('EXPIRED'), 15_000);
});

/** Two nodes, of which the second names slots far in the future and goes on from there, while the chain goes on. */
async function startBesideFuture(context: TestContext) {
  const scene = await startIn(context, 2);
  let asked = 0;
  scene.nodes[1]?.begin({
    answer: async (exchange) => {
      if (exchange.method === 'getEpochInfo') asked += 1;
      return (await standAt(9e15 + asked * 50).answer?.(exchange)) ?? 'reset';
    },
  });
  const going = setInterval(() => scene.sandbox.advance(1), 50);
  context.onTestFinished(() => clearInterval(going));
  const passRounds = async (count: number) => {
    const before = asked;
    await until(() => expect(asked).toBeGreaterThan(before + count), 15_000);
  };
  return { ...scene, passRounds };
}

test.concurrent('a node that names a slot far in the future has nobody doubt one that goes on', async (context) => {
  const scene = await startBesideFuture(context);
  const paid = await scene.create();
  await scene.passRounds(10);
  await payFromFaucet(scene.sandbox.url, paid.walletAddress, 5_000_000);
  scene.passTime(6000);
  await until(async () => expect(await scene.statusOf(paid.id)).toBe('RECEIVED'), 15_000);
});

test.concurrent('a node that names a slot far in the future is believed only while the other one gives none', async (context) => {
  const scene = await startBesideFuture(context);
  const [paid, unpaid] = [await scene.create(), await scene.create()];
  await scene.passRounds(2);
  scene.nodes[0]?.begin({
    answer: async ({ method, forward }) =>
      method === 'getEpochInfo' ? 'reset' : { status: 200, body: await forward() },
  });
  await scene.passRounds(6);
  scene.nodes[0]?.heal();
  await scene.passRounds(2);
  await payFromFaucet(scene.sandbox.url, paid.walletAddress, 5_000_000);
  scene.passTime(6000);
  await until(async () => expect(await scene.statusOf(paid.id)).toBe('RECEIVED'), 15_000);
  expect(await scene.statusOf(unpaid.id)).toBe('PENDING');
});

test.concurrent.for([
  ['preferred', 0],
  ['second', 1],
] as const)(
  'a %s node that keeps a little ahead hides a payment no longer than its donation is open',
  async ([, liar], context) => {
    const scene = await startIn(context, 2);
    const [paid, unpaid] = [await scene.create(), await scene.create()];
    const ahead = 200;
    const ask = <T>(method: string, params: unknown[]) => rpcCall<T>(scene.sandbox.url, method, params);
    const slotAhead = async () => (await ask<number>('getSlot', [{ commitment: 'confirmed' }])) + ahead;
    let asked = 0;
    scene.nodes[liar]?.begin({
      answer: async ({ method, body, id, forward }) => {
        const { params } = JSON.parse(body) as { params: [never] };
        if (method === 'getEpochInfo') asked += 1;
        const results: Record<string, () => Promise<unknown>> = {
          getSlot: slotAhead,
          getEpochInfo: async () => {
            const slot = await slotAhead();
            return { ...JSON.parse(await forward()).result, absoluteSlot: slot, blockHeight: slot };
          },
          getBlockTime: () => ask('getBlockTime', [params[0] - ahead]),
          getMultipleAccounts: async () => ({
            context: { slot: await slotAhead() },
            value: (params[0] as string[]).map(() => null),
          }),
          getSignaturesForAddress: async () => [],
        };
        const tell = results[method];
        if (tell === undefined) return { status: 200, body: await forward() };
        return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result: await tell() }) };
      },
    });
    await until(() => expect(asked).toBeGreaterThan(3));
    await payFromFaucet(scene.sandbox.url, paid.walletAddress, 5_000_000);
    scene.sandbox.advance(3);
    await scene.passChainTime(past);
    await until(async () => expect(await scene.statusOf(unpaid.id)).toBe('EXPIRED'), 15_000);
    await until(async () => expect(await scene.statusOf(paid.id)).toBe('RECEIVED'), 15_000);
    expect(await scene.query(everExpired(paid.id))).toEqual([{ ever: false }]);
  },
);

test.concurrent('a change that no history explains is kept in mind, looked at ever more rarely, and found once one does', async (context) => {
  const scene = await startIn(context, 1);
  const { id, walletAddress } = await scene.create();
  scene.nodes[0]?.begin(lie({ getSignaturesForAddress: () => [] }).fault);
  await payFromFaucet(scene.sandbox.url, walletAddress, 5_000_000);
  scene.sandbox.advance(3);
  scene.passTime(6000);
  const secondsKept = async (): Promise<number> => {
    const [row] = await scene.query(
      `select extract(epoch from look_at - look_since)::float8 as seconds from watches where donation_id = '${id}'`,
    );
    return Number(row?.['seconds'] ?? 0);
  };
  await until(async () => expect(await secondsKept()).toBeGreaterThan(0));
  scene.passTime(240_000);
  await until(async () => expect(await secondsKept()).toBeGreaterThan(300));
  expect(await scene.statusOf(id)).toBe('PENDING');
  scene.nodes[0]?.heal();
  scene.passTime(120_000);
  await until(async () => expect(await scene.statusOf(id)).toBe('RECEIVED'));
  await until(async () => expect(await secondsKept()).toBe(0));
});

/** Somebody told of a change by a slot so far ahead of the chain, and it could not be read yet. */
async function tellOfSlotAhead(scene: Awaited<ReturnType<typeof startIn>>, id: string, slots: number) {
  const slot = await rpcCall<number>(scene.sandbox.url, 'getSlot', [{ commitment: 'confirmed' }]);
  await scene.query(
    `update watches set look_slot = ${slot + slots}, look_since = now(), look_at = now() where donation_id = '${id}'`,
  );
}

const lookOf = (id: string) =>
  `select look_slot is not null as kept from watches where donation_id = '${id}'`;

test.concurrent('a slot that the chain will not reach hides no payment, and keeps no donation open for ever', async (context) => {
  const scene = await startIn(context, 1);
  const [paid, unpaid] = [await scene.create(), await scene.create()];
  await payFromFaucet(scene.sandbox.url, paid.walletAddress, 5_000_000);
  scene.sandbox.advance(3);
  for (const { id } of [paid, unpaid]) await tellOfSlotAhead(scene, id, 9e15);
  scene.passTime(6000);
  await until(async () => expect(await scene.statusOf(paid.id)).toBe('RECEIVED'), 15_000);
  await scene.passChainTime(past);
  await until(async () => expect(await scene.statusOf(unpaid.id)).toBe('EXPIRED'), 15_000);
  expect(await scene.query(lookOf(paid.id))).toEqual([{ kept: false }]);
});

test.concurrent('a node that is a little behind the one that told of a change does not say that nothing came', async (context) => {
  const scene = await startIn(context, 1);
  const { id } = await scene.create();
  await tellOfSlotAhead(scene, id, 100);
  const witness = lie({});
  scene.nodes[0]?.begin(witness.fault);
  await scene.passChainTime(past);
  await until(() => expect(witness.asked['getSignaturesForAddress']).toBeGreaterThan(2), 15_000);
  expect(await scene.statusOf(id)).toBe('PENDING');
  scene.sandbox.advance(100);
  scene.passTime(300_000);
  await until(async () => expect(await scene.query(lookOf(id))).toEqual([{ kept: false }]), 15_000);
});

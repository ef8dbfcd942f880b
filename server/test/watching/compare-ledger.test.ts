import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noMeter } from '#server/app/meter.ts';
import { createAlarmStore } from '#server/postgres/operator/alarm-store.ts';
import { createLedgerStore } from '#server/postgres/money/ledger-store.ts';
import { compareLedger } from '#server/workers/compare-ledger.ts';
import { aliveForEver } from '#server/test/alive-for-ever.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations, plantEntry } from '#server/test/plant-donations.ts';
import { until } from '#server/test/test-client.ts';

const processId = randomUUID();
const http = forFile(openHttp);
beforeEach(async () => {
  await http.db.deleteFrom('processes').execute();
  await http.db.insertInto('processes').values({ id: processId, seen_at: aliveForEver }).execute();
});

const differing = async () => (await http.ports.operations.figures()).money.ledgerMismatches;

/** A donation whose address the books say holds that much. */
async function plantAddress(lamports: bigint, finalized = true) {
  const { user } = await http.signUp();
  const [id = ''] = await plantDonations(http.db, user.id, [paidAt('2026-11-20T12:00:00Z')]);
  const entry = { at: '2026-11-20T12:00:00Z', lamports, slot: 10n, finalized };
  const { address } = await plantEntry(http.db, id, entry);
  return { id, address };
}

/** Runs the worker against nodes that have this on addresses. */
function compare(...nodes: Map<string, bigint>[]) {
  const looked: string[] = [];
  let rounds = 0;
  const worker = compareLedger(
    {
      of: 'sol',
      ledger: createLedgerStore(http.db, processId),
      chain: {
        readFinal: async () => {
          rounds += 1;
          return nodes;
        },
      },
      payments: { lookNow: async (id) => void looked.push(id) },
      clock: http.ports.clock,
      meter: noMeter,
    },
    { info: () => {}, warn: () => {}, error: () => {} },
    { stepMs: 10, roundMs: 0, confirmMs: 60 },
  );
  onTestFinished(() => worker.stop());
  return { looked, rounds: () => rounds };
}

test('a difference that lasts is told once, by every process, until books and chain agree again', async () => {
  const { id, address } = await plantAddress(5_000_000n);
  const chain = new Map([[address, 4_000_000n]]);
  const { looked } = compare(chain);
  await until(async () => expect(await differing()).toBe(1));
  // Its history was read before anybody was told; on a busy machine it lasts for a second look.
  expect(new Set(looked)).toEqual(new Set([id]));
  const written = await http.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'ledger_differs')
    .execute();
  expect(written).toHaveLength(1);
  expect(written[0]?.detail).toMatchObject({ address, books: '5000000', chain: '4000000' });
  chain.set(address, 5_000_000n);
  await until(async () => expect(await differing()).toBe(0));
});

test('what one of two nodes says against the books is told, though the other one agrees with them', async () => {
  const { address } = await plantAddress(5_000_000n);
  const entries = await http.db.selectFrom('chain_entries').select(['address', 'lamports']).execute();
  const asTheBooks = new Map(entries.map(({ address: one, lamports }) => [one, lamports]));
  const honest = new Map(asTheBooks).set(address, 1n);
  compare(asTheBooks, honest);
  await until(async () => expect(await differing()).toBe(1));
  honest.set(address, 5_000_000n);
  await until(async () => expect(await differing()).toBe(0));
});

test('nothing is told of what is on its way, of what passes, and of what agrees', async () => {
  const moving = await plantAddress(1_000_000n, false);
  const passing = await plantAddress(2_000_000n);
  const right = await plantAddress(3_000_000n);
  const chain = new Map([
    [moving.address, 0n],
    [passing.address, 0n],
    [right.address, 3_000_000n],
  ]);
  for (const { address } of await http.db.selectFrom('chain_entries').select('address').execute())
    if (!chain.has(address)) chain.set(address, 5_000_000n);
  const { looked, rounds } = compare(chain);
  await until(() => expect(looked).toEqual([passing.id]));
  chain.set(passing.address, 2_000_000n);
  const seen = rounds();
  await until(() => expect(rounds()).toBeGreaterThan(seen + 12));
  expect(await differing()).toBe(0);
});

test('a long ledger is gone through page by page, each address once', async () => {
  const ledger = createLedgerStore(http.db, processId);
  const pages: string[] = [];
  let after: string | null = null;
  for (;;) {
    const page = await ledger.listMoved(after, 2);
    pages.push(...page.map(({ address }) => address));
    if (page.length < 2) break;
    after = page.at(-1)?.address ?? null;
  }
  const all = await http.db.selectFrom('chain_entries').select('address').distinct().execute();
  expect(pages.toSorted()).toEqual(all.map(({ address }) => address).toSorted());
});

/** An address of which the books know nothing but that it changed, so long ago. */
async function plantLook(ageMs: number) {
  const { user } = await http.signUp();
  const address = `looked-at-${user.id}`;
  const [id = ''] = await plantDonations(http.db, user.id, [{ address }]);
  const since = new Date(Date.now() - ageMs);
  await http.db
    .insertInto('watches')
    .values({
      donation_id: id,
      address,
      next_read_at: since,
      look_slot: 7n,
      look_since: since,
      look_at: since,
    })
    .execute();
  return { id, address };
}

test('a change that cannot be recorded for ten minutes is a difference, also where nothing ever was', async () => {
  const [young, old] = [await plantLook(590_000), await plantLook(610_000)];
  const chain = new Map([young, old].map(({ address }) => [address, 5_000_000n]));
  const entries = await http.db.selectFrom('chain_entries').select(['address', 'lamports']).execute();
  for (const { address, lamports } of entries) chain.set(address, lamports);
  const { looked } = compare(chain);
  await until(async () => expect(await differing()).toBe(1));
  expect(new Set(looked)).toEqual(new Set([old.id]));
  // It never was a payment: the change is forgotten, and so is the difference.
  chain.set(old.address, 0n);
  await http.db
    .updateTable('watches')
    .set({ look_slot: null, look_since: null, look_at: null })
    .where('donation_id', '=', old.id)
    .execute();
  await until(async () => expect(await differing()).toBe(0));
});

test('of the processes whose nodes answer only the one that lives longest compares', async () => {
  const younger = randomUUID();
  await http.db
    .insertInto('processes')
    .values({ id: younger, started_at: new Date(Date.now() + 1000), seen_at: aliveForEver })
    .execute();
  const mine = createLedgerStore(http.db, processId);
  const other = createLedgerStore(http.db, younger);
  const turns = async () => [await mine.isMyTurn(), await other.isMyTurn()];
  expect(await turns()).toEqual([true, false]);
  const away = { code: 'chain_away', level: 'problem', count: null, since: null, name: null } as const;
  await createAlarmStore(http.db, processId).report([away]);
  expect(await turns()).toEqual([false, true]);
  await createAlarmStore(http.db, younger).report([away]);
  expect(await turns()).toEqual([true, false]);
  await http.db
    .updateTable('processes')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where('id', '=', processId)
    .execute();
  expect(await turns()).toEqual([false, true]);
});

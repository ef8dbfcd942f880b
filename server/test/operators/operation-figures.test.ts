import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import { createLoadReader } from '#server/postgres/operator/database-load.ts';
import { findUnfinalized } from '#server/postgres/money/find-unfinalized.ts';
import { createOperationReads } from '#server/postgres/operator/operation-figures.ts';
import { createTokenStore } from '#server/postgres/money/token-store.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations, plantEntry } from '#server/test/plant-donations.ts';

const http = forFile(openHttp);

async function plant(rows: Parameters<typeof plantDonations>[2]) {
  const { user } = await http.signUp();
  return { userId: user.id, ids: await plantDonations(http.db, user.id, rows) };
}

const figures = () => http.ports.operations.figures();

it('an empty installation has nothing to tell, and its database a size', async () => {
  const empty = await figures();
  expect(empty).toMatchObject({
    alerts: { waiting: 0, oldestWaitingAt: null, stalledSince: null, held: 0, inTray: 0 },
    money: {
      waitingForPayment: 0,
      unswept: { addresses: 0, lamports: 0n, oldestAt: null },
      tooSmall: { addresses: 0, lamports: 0n },
      unsweptTokens: { accounts: 0, oldestAt: null },
      liveSweeps: { count: 0, retried: 0 },
      troubledSweeps: { count: 0, example: null },
      ledgerMismatches: 0,
      openWithdrawals: { count: 0, oldestAt: null },
    },
    overlays: { connected: 0, visible: 0 },
    processes: [],
    oldestLookDueAt: null,
    failingLookSince: null,
    oldestOverdueClipAt: null,
  });
  expect(empty.database.bytes).toBeGreaterThan(1_000_000n);
  expect(empty.database.schemaVersion).toBeGreaterThan(9);
});

it('a fee payer is almost empty only where tokens are taken, or some may still come', async () => {
  const tokens = createTokenStore(http.db);
  const isLow = async (lamports: bigint) => {
    await tokens.noteFeePayer({ address: 'payer', lamports, lowLamports: 10n });
    return (await figures()).money.tokens?.feePayer.isLow;
  };
  await tokens.keep([]);
  expect(await isLow(9n)).toBe(false);
  await tokens.keep([{ mint: 'mint', symbol: 'TEST', decimals: 6, minimumUnits: 1n }]);
  expect([await isLow(9n), await isLow(10n)]).toEqual([true, false]);
  await tokens.keep([]);
  const { ids } = await plant([{ expired_at: new Date() }]);
  const watches = ids.map((donation_id) => ({ donation_id, account: 'account', next_read_at: new Date() }));
  await http.db.insertInto('token_watches').values(watches).execute();
  expect(await isLow(9n)).toBe(true);
});

it('only donations that can still be paid wait for payment', async () => {
  const before = (await figures()).money.waitingForPayment;
  await plant([{}, {}, paidAt('2026-11-20T12:00:00Z'), { expired_at: new Date() }]);
  expect((await figures()).money.waitingForPayment).toBe(before + 2);
});

it('money in flight is what is to be passed on, since it came, and without what nobody can move', async () => {
  const { ids } = await plant([
    paidAt('2026-11-20T12:00:00Z'),
    paidAt('2026-11-20T13:00:00Z'),
    paidAt('2026-11-20T14:00:00Z'),
  ]);
  const [first = '', again = '', dust = ''] = ids;
  await plantEntry(http.db, first, { at: '2026-11-20T12:00:00Z', lamports: 5_000_000n, slot: 10n });
  // It was passed on once; what came later is in flight.
  await plantEntry(http.db, again, { at: '2026-11-20T10:00:00Z', lamports: 3_000_000n, slot: 5n });
  await plantEntry(http.db, again, { at: '2026-11-20T10:01:00Z', lamports: -3_000_000n, slot: 6n });
  await plantEntry(http.db, again, { at: '2026-11-20T13:00:00Z', lamports: 2_000_000n, slot: 20n });
  await plantEntry(http.db, dust, { at: '2026-11-20T09:00:00Z', lamports: 900n, slot: 30n });
  await http.db
    .insertInto('sweep_jobs')
    .values([
      { donation_id: first },
      { donation_id: again, last_error: 'books_differ: 7 lamports' },
      { donation_id: dust, last_error: 'too_small: 900 lamports' },
    ])
    .execute();
  expect((await figures()).money).toMatchObject({
    unswept: { addresses: 2, lamports: 7_000_000n, oldestAt: new Date('2026-11-20T12:00:00Z') },
    tooSmall: { addresses: 1, lamports: 900n },
    troubledSweeps: { count: 1, example: 'books_differ: 7 lamports' },
  });
});

const unfinalSince = (ms: number) => ({ finalized: false, seen_at: new Date(Date.now() - ms) });

it('money whose transaction has not become final for ten minutes waits to be passed on', async () => {
  const before = (await figures()).money.unswept;
  const { ids } = await plant([paidAt('2026-11-19T12:00:00Z'), paidAt('2026-11-18T12:00:00Z')]);
  const [stuck = '', fresh = ''] = ids;
  const entry = { lamports: 4_000_000n, slot: 3n };
  await plantEntry(http.db, stuck, { at: '2026-11-19T12:00:00Z', ...entry, ...unfinalSince(610_000) });
  await plantEntry(http.db, fresh, { at: '2026-11-18T12:00:00Z', ...entry, ...unfinalSince(590_000) });
  const waiting = { addresses: before.addresses + 1, lamports: before.lamports + 4_000_000n };
  const { unswept } = (await figures()).money;
  expect(unswept).toEqual({ ...waiting, oldestAt: new Date('2026-11-19T12:00:00Z') });
  await http.db.insertInto('sweep_jobs').values({ donation_id: stuck }).execute();
  expect((await figures()).money.unswept).toEqual(unswept);
});

type TokenRow = { units: bigint; at: string; slot: bigint; dropped?: boolean };

async function plantTokens(
  donationId: string,
  { units, at: time, slot, dropped = false }: TokenRow,
  seen: { finalized: boolean; seen_at?: Date } = { finalized: true },
) {
  const row = { donation_id: donationId, signature: randomUUID(), units: String(units), slot, dropped };
  await http.db
    .insertInto('token_entries')
    .values({ ...row, block_time: new Date(time), succeeded: true, ...seen })
    .execute();
}

const tokenJob = async (donationId: string, last_error: string | null = null) =>
  void (await http.db
    .insertInto('token_sweep_jobs')
    .values({ donation_id: donationId, last_error })
    .execute());

it('tokens wait to be passed on since they came, but for those that are gone or frozen by their issuer', async () => {
  const before = (await figures()).money;
  const { ids } = await plant([{}, {}, {}, {}]);
  const [first = '', again = '', gone = '', frozen = ''] = ids;
  await plantTokens(first, { units: 5n, at: '2026-11-20T12:00:00Z', slot: 10n });
  await plantTokens(again, { units: 3n, at: '2026-11-20T10:00:00Z', slot: 5n });
  await plantTokens(again, { units: -3n, at: '2026-11-20T10:01:00Z', slot: 6n });
  await plantTokens(again, { units: 2n, at: '2026-11-20T11:00:00Z', slot: 20n });
  await plantTokens(gone, { units: 3n, at: '2026-11-20T08:00:00Z', slot: 5n });
  await plantTokens(gone, { units: -3n, at: '2026-11-20T08:01:00Z', slot: 6n });
  await plantTokens(frozen, { units: 9n, at: '2026-11-20T07:00:00Z', slot: 30n });
  await tokenJob(first);
  await tokenJob(again, 'fee_payer_empty: 2 units');
  await tokenJob(gone);
  await tokenJob(frozen, 'account_frozen: 9 units');
  const { money } = await figures();
  expect(money.unsweptTokens).toEqual({ accounts: 2, oldestAt: new Date('2026-11-20T11:00:00Z') });
  expect(money.unswept).toEqual(before.unswept);
  expect(money.troubledSweeps.count).toBe(before.troubledSweeps.count + 2);
});

it('tokens whose transaction has not become final for ten minutes wait to be passed on, and hold things up', async () => {
  const { accounts } = (await figures()).money.unsweptTokens;
  const { ids } = await plant([{}, {}, {}]);
  const [stuck = '', fresh = '', dropped = ''] = ids;
  const entry = { units: 4n, slot: 3n };
  await plantTokens(stuck, { ...entry, at: '2026-11-19T12:00:00Z' }, unfinalSince(7_200_000));
  await plantTokens(fresh, { ...entry, at: '2026-11-18T12:00:00Z' }, unfinalSince(590_000));
  const old = { ...entry, at: '2026-11-17T12:00:00Z', dropped: true };
  await plantTokens(dropped, old, unfinalSince(9_000_000));
  const waiting = { accounts: accounts + 1, oldestAt: new Date('2026-11-19T12:00:00Z') };
  expect((await figures()).money.unsweptTokens).toEqual(waiting);
  const unfinalizedSeconds = await findUnfinalized(http.db);
  expect(unfinalizedSeconds).toBeGreaterThan(7190);
  expect(unfinalizedSeconds).toBeLessThan(7800);
  await tokenJob(stuck);
  expect((await figures()).money.unsweptTokens).toEqual(waiting);
});

it('alerts stall only where an overlay is open and visible and nobody paused', async () => {
  const { userId, ids } = await plant([paidAt('2026-11-20T12:00:00Z')]);
  const queuedAt = new Date(Date.now() - 60_000);
  await http.db
    .insertInto('alerts')
    .values({ user_id: userId, donation_id: ids[0] ?? '', kind: 'payment', queued_at: queuedAt })
    .execute();
  expect((await figures()).alerts).toMatchObject({
    waiting: 1,
    oldestWaitingAt: queuedAt,
    stalledSince: null,
  });

  const processId = randomUUID();
  await http.db.insertInto('processes').values({ id: processId }).execute();
  const openedAt = new Date(Date.now() - 30_000);
  await http.db
    .insertInto('overlay_sockets')
    .values({
      socket_id: randomUUID(),
      process_id: processId,
      user_id: userId,
      visible: true,
      opened_at: openedAt,
    })
    .execute();
  const stalled = await figures();
  expect(stalled.alerts.stalledSince).toEqual(openedAt);
  expect(stalled.overlays).toEqual({ connected: 1, visible: 1 });
  expect(stalled.processes).toMatchObject([{ id: processId }]);

  await http.db.insertInto('alert_queues').values({ user_id: userId, paused_at: new Date() }).execute();
  expect((await figures()).alerts.stalledSince).toBeNull();
});

const find = (action: 'ledger_differs' | 'ledger_agrees', address: string) =>
  writeAudit(http.db, { userId: null, action, detail: { address } });

it('an address differs until it was found to agree again', async () => {
  await find('ledger_differs', 'one');
  await find('ledger_differs', 'two');
  expect((await figures()).money.ledgerMismatches).toBe(2);
  await find('ledger_agrees', 'one');
  expect((await figures()).money.ledgerMismatches).toBe(1);
});

async function withdraw(createdAt: Date, ended: boolean): Promise<void> {
  const { userId } = await plant([]);
  await http.db
    .insertInto('withdrawals')
    .values({
      id: randomUUID(),
      user_id: userId,
      key_epoch: 0,
      destination: 'D'.repeat(43),
      is_all: false,
      lamports: 5n,
      fee_lamports: 5000n,
      unit_price: 0n,
      balance_lamports: 10_000n,
      created_at: createdAt,
      ...(ended && { landed_at: createdAt, ended_at: createdAt }),
    })
    .execute();
}

it('a withdrawal counts as long as it has not ended', async () => {
  await withdraw(new Date('2026-11-20T10:00:00Z'), true);
  await withdraw(new Date('2026-11-20T11:00:00Z'), false);
  await withdraw(new Date('2026-11-20T12:00:00Z'), false);
  expect((await figures()).money.openWithdrawals).toEqual({
    count: 2,
    oldestAt: new Date('2026-11-20T11:00:00Z'),
  });
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

it('a change fails since the first look at it that did, at an address or at a token account', async () => {
  expect((await figures()).failingLookSince).toBeNull();
  const { ids } = await plant([{}, {}, {}]);
  const [failing = '', well = '', token = ''] = ids;
  const look = { look_slot: 7n, look_since: at(2), look_at: at(50) };
  await http.db
    .insertInto('watches')
    .values([
      { donation_id: failing, address: 'failing', next_read_at: at(50), ...look },
      { donation_id: well, address: 'well', next_read_at: at(50) },
    ])
    .execute();
  expect((await figures()).failingLookSince).toEqual(at(2));
  await http.db
    .insertInto('token_watches')
    .values({ donation_id: token, account: 'account', next_read_at: at(50), look_since: at(1) })
    .execute();
  expect((await figures()).failingLookSince).toEqual(at(1));
});

it('the account that waits longest to be read may be a token account; only an open one is load', async () => {
  const readLoad = createLoadReader(http.db, { now: () => at(60) });
  const { ids } = await plant([{}, {}, {}]);
  const [sol = '', open = '', past = ''] = ids;
  const watch = { donation_id: sol, address: 'due', next_read_at: at(-1) };
  await http.db.insertInto('watches').values(watch).execute();
  expect((await figures()).oldestLookDueAt).toEqual(at(-1));
  expect((await readLoad()).readingLagMs).toBe(61 * 60_000);
  await http.db
    .insertInto('token_watches')
    .values([
      { donation_id: open, account: 'open', next_read_at: at(-2) },
      { donation_id: past, account: 'past', next_read_at: at(-3), is_open: false },
    ])
    .execute();
  expect((await figures()).oldestLookDueAt).toEqual(at(-3));
  expect((await readLoad()).readingLagMs).toBe(62 * 60_000);
  await http.db.deleteFrom('token_watches').where('donation_id', '=', past).execute();
  expect((await figures()).oldestLookDueAt).toEqual(at(-2));
});

it('of more unsettled alerts than can be counted in time, so many are counted', async () => {
  const { userId, ids } = await plant([paidAt('2026-11-20T12:00:00Z')]);
  await sql`
    insert into alerts (user_id, donation_id, kind, place, trayed_at, held_at)
    select ${userId}, ${ids[0]}, 'replay', now(), case when n % 2 = 0 then now() end, case when n % 2 = 1 then now() end
    from generate_series(1, 20) n`.execute(http.db);
  const { alerts } = await createOperationReads(http.db, http.ports.clock, null, 12).figures();
  expect(alerts.waiting + alerts.held + alerts.inTray).toBe(12);
});

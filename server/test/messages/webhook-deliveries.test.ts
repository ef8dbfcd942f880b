import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Log } from '#server/app/log.ts';
import type { Clock, Hints } from '#server/app/ports.ts';
import type { WebhookPorts } from '#server/app/webhooks/webhook-ports.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { webhookDeliveries } from '#server/postgres/donations/tell-webhooks.ts';
import { createWebhookQueue, giveUpWaiting } from '#server/postgres/messages/webhook-queue.ts';
import { deliverWebhooks, tidyWebhooks } from '#server/workers/deliver-webhooks.ts';
import type { Worker } from '#server/workers/work-loop.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { plantDonations } from '#server/test/plant-donations.ts';
import { until } from '#server/test/test-client.ts';
import { type Receiver, startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';

let userId: string;
const http = forFile(openHttp);
beforeAll(async () => {
  ({
    user: { id: userId },
  } = await http.signUp('streamer'));
});

const workers: Worker[] = [];
const hanging = new Set<() => void>();
beforeEach(async () => {
  await http.db.deleteFrom('webhook_deliveries').execute();
  await http.db.deleteFrom('webhooks').execute();
});
afterEach(async () => {
  for (const release of hanging) release();
  hanging.clear();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const hints: Hints = { on: () => () => undefined };
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One process's worker. */
function work(webhooks: Partial<WebhookPorts> = {}, clock: Clock = http.ports.clock): void {
  const ports = {
    ...http.ports,
    hints,
    clock,
    webhooks: { ...http.ports.webhooks, ...webhooks },
    random: () => 0.5,
  };
  workers.push(deliverWebhooks(ports, log));
}

/** Otherwise the next attempt is due, on a busy machine, before anybody has looked at what the first came to. */
function standingClock(): Clock & { pass(ms: number): void } {
  let now = http.ports.clock.now().getTime();
  return {
    now: () => new Date(now),
    pass: (ms) => void (now += ms),
  };
}

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  onTestFinished(() => started.close());
  return started;
}

async function hook(url: string, isProven = true): Promise<string> {
  const { id } = await http.db
    .insertInto('webhooks')
    .values({
      user_id: userId,
      url,
      events: ['donation.received'],
      created_at: http.ports.clock.now(),
      is_proven: isProven,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function fill(webhook: string, count: number): Promise<void> {
  const donations = await plantDonations(
    http.db,
    userId,
    Array.from({ length: count }, () => ({})),
  );
  const now = http.ports.clock.now();
  const rows = donations.map((donation) => ({
    webhook_id: webhook,
    event: 'donation.received' as const,
    donation_id: donation,
    payload: JSON.stringify({ type: 'donation.received', donation }),
    created_at: now,
    next_at: now,
  }));
  await http.db.insertInto('webhook_deliveries').values(rows).execute();
}

const rowsOf = (webhook: string) =>
  http.db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhook).execute();
const hookRow = (id: string) =>
  http.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a worker that dies between sending and storing has it sent again, under the same id', async () => {
  const { url, received } = await receiver();
  const webhook = await hook(url);
  await fill(webhook, 1);
  const queue = createWebhookQueue(http.db);
  work({ queue: { ...queue, finish: () => Promise.reject(new Error('killed')) } });
  await until(() => expect(received).toHaveLength(1));
  await workers.pop()?.stop();
  work();
  // Its lease holds everybody off, until it ends.
  await expect
    .poll(() => queue.claim({ now: http.ports.clock.now(), leaseMs: 1, most: 9, provenOnly: false }))
    .toEqual([]);
  expect(received).toHaveLength(1);
  http.passTime(31_000);
  await until(() => expect(received).toHaveLength(2));
  expect(received[1]?.id).toBe(received[0]?.id);
  await until(async () => expect(await rowsOf(webhook)).toMatchObject([{ attempts: 2, last_status: 200 }]));
});

test('a receiver that hangs does not hold the end of a server up; what was cut is sent again and counts for nothing', async () => {
  const { url, received, answer } = await receiver();
  answer((response) => void hanging.add(() => response.destroy()));
  const webhook = await hook(url);
  await fill(webhook, 1);
  work();
  await until(() => expect(received).toHaveLength(1));
  const startedAt = performance.now();
  await workers.pop()?.stop();
  expect(performance.now() - startedAt).toBeLessThan(4000);
  expect(await hookRow(webhook)).toMatchObject({ failures: 0, failing_since: null });
  answer((response) => response.writeHead(200).end());
  work();
  http.passTime(31_000);
  await until(() => expect(received).toHaveLength(2));
  expect(received[1]?.id).toBe(received[0]?.id);
});

test('two processes send each message once, and one at a time to each webhook', async () => {
  const receivers = await Promise.all([receiver(), receiver(), receiver()]);
  const open = new Map<string, number>();
  let mostOpen = 0;
  for (const { url, answer } of receivers) {
    await fill(await hook(url), 40);
    answer((response) => {
      open.set(url, (open.get(url) ?? 0) + 1);
      mostOpen = Math.max(mostOpen, open.get(url) ?? 0);
      setTimeout(() => {
        open.set(url, (open.get(url) ?? 0) - 1);
        response.end();
      }, 3);
    });
  }
  work();
  work({ queue: createWebhookQueue(http.db) });
  await until(async () => {
    const { count } = await http.db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('delivered_at', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(120);
  });
  for (const { received } of receivers) {
    expect(new Set(received.map(({ id }) => id)).size).toBe(40);
    expect(received).toHaveLength(40);
  }
  expect(mostOpen).toBe(1);
});

test('a thousand messages for a dead receiver, and a crowd that hangs, delay nobody else', async () => {
  const [dead, living] = [await receiver(), await receiver()];
  dead.answer((response) => void hanging.add(() => response.destroy()));
  await fill(await hook(dead.url), 1000);
  for (let index = 0; index < 70; index += 1) await fill(await hook(`${dead.url}/${index}`, false), 2);
  work();
  await until(() => expect(dead.received.length).toBeGreaterThan(40));
  await fill(await hook(living.url), 5);
  const startedAt = performance.now();
  await until(() => expect(living.received).toHaveLength(5));
  expect(performance.now() - startedAt).toBeLessThan(3000);
  // A quarter of the places is never given to receivers that have not answered yet.
  expect(dead.received.length).toBeLessThanOrEqual(49);
});

test('one test of a webhook is on its way at a time, also of two who press at once', async () => {
  const webhook = await hook('https://a.example/');
  const { store } = http.ports.webhooks;
  const press = () => store.addTest({ userId, tokenName: null }, webhook, '{}');
  const pressed = await Promise.allSettled(Array.from({ length: 8 }, press));
  const refusals = pressed.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refusals).toHaveLength(7);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['too_many_webhook_tests']));
  const queue = createWebhookQueue(http.db);
  const wish = { now: http.ports.clock.now(), leaseMs: 1000, most: 9, provenOnly: false };
  expect(await queue.claim(wish)).toHaveLength(1);
  await expect(press()).rejects.toMatchObject({ code: 'too_many_webhook_tests' });
  expect(await rowsOf(webhook)).toHaveLength(1);
});

test('of the tests of a webhook the last twenty are kept', async () => {
  const { url, received } = await receiver();
  const webhook = await hook(url);
  await fill(webhook, 1);
  work();
  const ids: string[] = [];
  for (let index = 1; index <= 22; index += 1) {
    const { id } = await http.ports.webhooks.store.addTest({ userId, tokenName: null }, webhook, '{}');
    ids.push(id);
    workers[0]?.wake();
    await until(async () =>
      expect((await rowsOf(webhook)).find((row) => row.id === id)?.delivered_at).toBeInstanceOf(Date),
    );
  }
  expect(received).toHaveLength(23);
  const kept = await rowsOf(webhook);
  expect(kept.flatMap((row) => (row.event === 'test' ? [row.id] : [])).toSorted()).toEqual(
    ids.slice(2).toSorted(),
  );
  expect(kept).toHaveLength(21);
});

test('what a person asks for takes its turn among webhooks, and comes first within its own', async () => {
  const { store, queue } = http.ports.webhooks;
  const by = { userId, tokenName: null };
  const start = http.ports.clock.now().getTime();
  const later = (ms: number): Date => new Date(start + ms);
  const press = async (webhook: string, ms: number) => {
    const { id } = await store.addTest(by, webhook, '{}');
    const { next_at: asked } = await http.db
      .selectFrom('webhook_deliveries')
      .select('next_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const moved = new Date((asked?.getTime() ?? 0) + ms);
    await http.db.updateTable('webhook_deliveries').set({ next_at: moved }).where('id', '=', id).execute();
  };
  const [eager, honest, again] = [
    await hook('https://a.example/', false),
    await hook('https://b.example/', false),
    await hook('https://c.example/', false),
  ];
  await fill(eager, 2);
  await fill(honest, 1);
  await sql`update webhook_deliveries set next_at = ${later(1000)} where webhook_id = ${honest}`.execute(
    http.db,
  );
  await press(eager, 0);
  await press(again, 2000);
  const turn = async () => {
    const wish = { now: later(5000), leaseMs: 60_000, most: 1, provenOnly: false };
    const [claimed] = await queue.claim(wish);
    return [claimed?.webhook.id, claimed?.event];
  };
  expect(await turn()).toEqual([eager, 'test']);
  expect(await turn()).toEqual([honest, 'donation.received']);
  expect(await turn()).toEqual([again, 'test']);
});

test('a test that fails gives a rest and costs the trust, but counts for no failure; it is soon tried again', async () => {
  const { url, received, answer } = await receiver();
  const webhook = await hook(url);
  const clock = standingClock();
  const press = () => http.ports.webhooks.store.addTest({ userId, tokenName: null }, webhook, '{}');
  answer((response) => response.writeHead(503, { 'retry-after': '600' }).end());
  work({}, clock);
  await press();
  await until(async () => expect(await rowsOf(webhook)).toMatchObject([{ last_status: 503, next_at: null }]));
  expect(await hookRow(webhook)).toMatchObject({
    failures: 0,
    failing_since: null,
    is_proven: false,
    rest_until: new Date(clock.now().getTime() + 600_000),
  });
  await fill(webhook, 1);
  await press();
  const wish = { now: clock.now(), leaseMs: 1, most: 9, provenOnly: false };
  expect(await createWebhookQueue(http.db).claim(wish)).toEqual([]);
  answer((response) => response.end());
  clock.pass(60_000);
  await until(() => expect(received).toHaveLength(3));
  await until(async () =>
    expect(await hookRow(webhook)).toMatchObject({ is_proven: true, rest_until: null }),
  );
});

test('webhooks with nothing to send cost a claim nothing', async () => {
  await sql`insert into webhooks (user_id, url, events, created_at)
    select ${userId}, 'https://receiver.example/' || n, '{donation.received}', now() from generate_series(1, 30000) n`.execute(
    http.db,
  );
  const queue = createWebhookQueue(http.db);
  const wish = { now: http.ports.clock.now(), leaseMs: 1, most: 48, provenOnly: false };
  let fastestMs = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now();
    expect(await queue.claim(wish)).toEqual([]);
    fastestMs = Math.min(fastestMs, performance.now() - startedAt);
  }
  expect(fastestMs).toBeLessThan(50);
});

test('a dead receiver is asked again ever more rarely; what arrives after all starts it anew', async () => {
  const { url, received, answer } = await receiver();
  const webhook = await hook(url);
  await fill(webhook, 3);
  answer((response) => response.writeHead(500).end());
  const clock = standingClock();
  work({}, clock);
  await until(async () => expect((await hookRow(webhook)).failures).toBe(1));
  expect(received).toHaveLength(1);
  clock.pass(1100);
  await until(async () => expect((await hookRow(webhook)).failures).toBe(2));
  answer((response) => response.end());
  clock.pass(60_000);
  await until(async () =>
    expect((await rowsOf(webhook)).every(({ delivered_at: at }) => at !== null)).toBe(true),
  );
  expect(await hookRow(webhook)).toMatchObject({ failures: 0, failing_since: null, rest_until: null });
});

test('Retry-After puts delivery and webhook off', async () => {
  const { url, answer } = await receiver();
  const webhook = await hook(url);
  await fill(webhook, 1);
  answer((response) => response.writeHead(429, { 'retry-after': '600' }).end());
  const before = http.ports.clock.now().getTime();
  work();
  await until(async () => expect((await hookRow(webhook)).failures).toBe(1));
  const [row] = await rowsOf(webhook);
  const restUntil = (await hookRow(webhook)).rest_until;
  for (const at of [row?.next_at, restUntil]) {
    expect((at?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(600_000);
    expect((at?.getTime() ?? 0) - before).toBeLessThan(620_000);
  }
});

test('after five days of nothing but failures a webhook is switched off, and what waits is given up', async () => {
  const { url, answer } = await receiver();
  const webhook = await hook(url);
  await fill(webhook, 2);
  answer((response) => response.writeHead(404).end());
  const clock = standingClock();
  work({}, clock);
  await until(async () => expect((await hookRow(webhook)).failures).toBe(1));
  clock.pass(5 * 86_400_000);
  await until(async () =>
    expect(await hookRow(webhook)).toMatchObject({ is_active: false, disabled_why: 'failing' }),
  );
  const rows = await rowsOf(webhook);
  expect(rows.map(({ next_at: at, given_up_at: given }) => [at, given !== null])).toEqual([
    [null, true],
    [null, true],
  ]);
  const { rows: audits } = { rows: await http.db.selectFrom('audit').select('action').execute() };
  expect(audits).toContainEqual({ action: 'webhook_disabled' });
});

test('what a payment wrote while its webhook was being switched off is given up', async () => {
  const webhook = await hook('https://a.example/');
  const [donation = ''] = await plantDonations(http.db, userId, [{}]);
  await sql`insert into watches (donation_id, address, next_read_at) values (${donation}, 'watched', now())`.execute(
    http.db,
  );
  await sql`insert into alert_queues (user_id) values (${userId}) on conflict do nothing`.execute(http.db);
  const moment = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // As somebody at the desk would: who records a payment has read the webhooks, and waits for the queue.
  const holding = http.db.transaction().execute(async (trx) => {
    await sql`select from alert_queues where user_id = ${userId} for update`.execute(trx);
    held.resolve();
    await moment.promise;
  });
  await held.promise;
  const paying = http.ports.donations.change(donation, (before) => ({
    ...before,
    paidAt: http.ports.clock.now(),
    receivedLamports: 5_000_000n,
  }));
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(http.db);
    expect(rows).toHaveLength(1);
  });
  await http.ports.webhooks.store.change({ userId, tokenName: null }, webhook, { isActive: false });
  moment.resolve();
  await Promise.all([holding, paying]);
  expect(await rowsOf(webhook)).toMatchObject([{ given_up_at: null }]);
  workers.push(tidyWebhooks(http.ports, log));
  await until(async () =>
    expect(await rowsOf(webhook)).toMatchObject([{ next_at: null, last_error: 'switched_off' }]),
  );
});

test('what is old or deleted is cleared away, what waits is not', async () => {
  const [kept, gone] = [await hook('https://a.example/'), await hook('https://b.example/')];
  await fill(kept, 2);
  await fill(gone, 3);
  const [first] = await rowsOf(kept);
  const old = new Date(http.ports.clock.now().getTime() - 31 * 86_400_000);
  await http.db
    .updateTable('webhook_deliveries')
    .set({ created_at: old })
    .where('webhook_id', '=', kept)
    .execute();
  await http.db
    .updateTable('webhook_deliveries')
    .set({ next_at: null, delivered_at: old })
    .where('id', '=', String(first?.id))
    .execute();
  await http.db
    .updateTable('webhooks')
    .set({ deleted_at: old, is_active: false })
    .where('id', '=', gone)
    .execute();
  workers.push(tidyWebhooks(http.ports, log));
  await until(async () =>
    expect(await http.db.selectFrom('webhooks').select('id').execute()).toEqual([{ id: kept }]),
  );
  expect(await rowsOf(kept)).toHaveLength(1);
});

test('what still waited when the texts of its donation were removed goes once it waits no longer', async () => {
  const { url, received, answer } = await receiver();
  const [webhook, off] = [await hook(url), await hook('https://a.example/')];
  answer((response) => response.writeHead(500).end());
  await fill(webhook, 2);
  await fill(off, 2);
  const ids = await Promise.all([webhook, off].map(async (id) => String((await rowsOf(id))[0]?.donation_id)));
  const removed = new Date(http.ports.clock.now().getTime() + 1000);
  await http.db.updateTable('donations').set({ texts_removed_at: removed }).where('id', 'in', ids).execute();
  work();
  await until(() => expect(received.length).toBeGreaterThan(0));
  expect(await rowsOf(webhook)).toHaveLength(2);
  answer((response) => response.writeHead(200).end());
  http.passTime(120_000);
  await until(async () =>
    expect(await rowsOf(webhook)).toMatchObject([{ donation_id: expect.not.stringMatching(ids[0] ?? '') }]),
  );
  await http.db.transaction().execute((trx) => giveUpWaiting(trx, off, http.ports.clock.now()));
  expect((await rowsOf(off)).map((row) => row.donation_id)).not.toContain(ids[1]);
  expect(await rowsOf(off)).toHaveLength(1);
});

test('what was put off, held or let alone before a clock was set back goes on in time, and nothing else sooner', async () => {
  const { url, received, answer } = await receiver();
  const webhook = await hook(url);
  await fill(webhook, 1);
  const ahead = standingClock();
  ahead.pass(3 * 86_400_000);
  answer((response) => response.writeHead(500).end());
  work({}, ahead);
  await until(async () => expect(await rowsOf(webhook)).toMatchObject([{ last_status: 500 }]));
  await workers.pop()?.stop();
  await fill(webhook, 1);
  await http.db
    .updateTable('webhook_deliveries')
    .set({ created_at: ahead.now(), next_at: ahead.now() })
    .where('attempts', '=', 0)
    .execute();
  const patient = await hook(url);
  await fill(patient, 1);
  const now = http.ports.clock.now();
  const [inADay, rested] = [new Date(now.getTime() + 86_400_000), new Date(now.getTime() + 840_000)];
  await http.db
    .updateTable('webhook_deliveries')
    .set({ attempts: 10, last_at: now, next_at: inADay })
    .where('webhook_id', '=', patient)
    .execute();
  await http.db
    .updateTable('webhooks')
    .set({ failures: 10, failing_since: now, rest_until: rested })
    .where('id', '=', patient)
    .execute();
  answer((response) => response.writeHead(200).end());
  received.length = 0;
  work();
  await until(() => expect(received).toHaveLength(2));
  expect(await rowsOf(patient)).toMatchObject([{ next_at: inADay }]);
  expect(await hookRow(patient)).toMatchObject({ rest_until: rested });
});

test('a webhook that was held before a clock was set back is free once a holder would have ended', async () => {
  const webhook = await hook('https://a.example/');
  await fill(webhook, 1);
  const queue = createWebhookQueue(http.db);
  const now = http.ports.clock.now();
  await http.db
    .updateTable('webhooks')
    .set({ lease_until: new Date(now.getTime() + 86_400_000) })
    .where('id', '=', webhook)
    .execute();
  await queue.wakeOverslept(now);
  const claimAfter = (ms: number) =>
    queue.claim({ now: new Date(now.getTime() + ms), leaseMs: 1, most: 9, provenOnly: false });
  expect(await claimAfter(59_000)).toEqual([]);
  expect(await claimAfter(61_000)).toHaveLength(1);
});

test('a transfer that was taken back and made anew is told with its own signature, under another id', async () => {
  const { url, received } = await receiver();
  const webhook = await hook(url);
  const [id = ''] = await plantDonations(http.db, userId, [{}]);
  const donation = await http.ports.donations.find(id);
  if (donation === null) throw new Error('It was planted just now.');
  const hooks = [{ id: webhook, events: ['donation.transferred' as const] }];
  const paid = { ...donation, paidAt: new Date() };
  const arriveBy = async (transferSignature: string) => {
    const now = http.ports.clock.now();
    const arrived = { ...paid, sweptAt: now, transferSignature };
    for (const statement of webhookDeliveries(http.db as Trx, { hooks, now }, paid, arrived))
      await http.db.executeQuery(statement);
  };
  work();
  await arriveBy('untrue');
  http.passTime(1000);
  await until(async () => expect(await rowsOf(webhook)).toMatchObject([{ last_status: 200 }]));
  await arriveBy('true');
  http.passTime(31_000);
  await until(async () => expect(await rowsOf(webhook)).toMatchObject([{ attempts: 1, last_status: 200 }]));
  const told = received.map(({ message }) => message.data.transferSignature);
  expect([told, new Set(received.map((message) => message.id)).size]).toEqual([['untrue', 'true'], 2]);
});

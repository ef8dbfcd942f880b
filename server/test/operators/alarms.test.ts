import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alarmKeys } from '#server/app/alarms/alarm-keys.ts';
import type { AlarmWay } from '#server/app/alarms/alarm-ports.ts';
import { judgeAlarms } from '#server/app/alarms/judge-alarms.ts';
import { readAdminAlarms } from '#server/app/alarms/read-alarms.ts';
import { tellAlarms } from '#server/app/alarms/tell-alarms.ts';
import { judgeHere } from '#server/app/operator/judge-operation.ts';
import { boundlessCapacity } from '#server/app/capacity.ts';
import type { DiskState, NodeState } from '#server/app/operator-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { webhookSecret } from '#server/app/webhooks/webhook-secret.ts';
import { createAlarmMail } from '#server/mail/create-alarm-mail.ts';
import { createAlarmStore } from '#server/postgres/operator/alarm-store.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createOperationReads } from '#server/postgres/operator/operation-figures.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { createAlarmWebhook } from '#server/webhooks/create-alarm-webhook.ts';
import { watchDatabase } from '#server/workers/watch-alarms.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { freePort } from '#server/test/free-port.ts';
import { type MailReceiver, startMailServer } from '#server/test/stand-ins/mail-server.ts';
import { type Receiver, startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';

const minute = 60_000;
const hour = 60 * minute;
const vault = await createKeyVault(
  new Secret('legal winner thank year wave sausage worth useful legal winner thank yellow'),
);
const settings = { publicUrl: 'https://brava.example' } as Parameters<typeof tellAlarms>[0]['settings'];
const never = new AbortController().signal;

let database: TestDatabase;
let db: Database;
let hook: Receiver;
let mail: MailReceiver;
const logged: string[] = [];
const note = (detail: object, message: string) => void logged.push(JSON.stringify({ message, ...detail }));
const log = { info: note, warn: note, error: note };
let nowMs = 0;
const clock = { now: () => new Date(nowMs) };
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 4, onError: () => {} });
  [hook, mail] = [await startReceiver(), await startMailServer('brava:pass@word')];
  closers.push(
    () => mail.close(),
    () => hook.close(),
  );
  nowMs = Date.now();
  logged.length = 0;
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await db.destroy();
  await database.drop();
});

const toHook = (url = hook.url, timeoutMs?: number): AlarmWay =>
  createAlarmWebhook(new Secret(url), vault, timeoutMs);
const mailSettings = (change: object = {}): Parameters<typeof createAlarmMail>[0] => ({
  server: {
    host: '127.0.0.1',
    port: mail.port,
    isTls: false,
    isLoopback: true,
    login: { user: 'brava', password: new Secret('pass@word') },
    ...change,
  },
  from: 'Brava <brava@example.com>',
  to: ['ops@example.com', 'boss@example.com'],
});

/** A process that judges and tells; what it alone sees can be changed. */
async function startProcess(ways: readonly AlarmWay[] = [toHook(), createAlarmMail(mailSettings())]) {
  const id = randomUUID();
  await db.insertInto('processes').values({ id, hears_chain: true }).execute();
  const here = { nodes: [] as NodeState[], disks: [] as DiskState[] };
  const ports = {
    alarms: { store: createAlarmStore(db, id), ways },
    operations: createOperationReads(db, clock),
    running: {
      version: '0',
      startedAt: clock.now(),
      nodes: () => here.nodes,
      capacity: () => boundlessCapacity.state(),
      disks: async () => here.disks,
      eventLagMs: () => 0,
    },
    clock,
    settings,
  };
  return {
    id,
    here,
    ports,
    die: () =>
      db
        .updateTable('processes')
        .set({ seen_at: new Date(0) })
        .where('id', '=', id)
        .execute(),
    report: () => ports.alarms.store.report(judgeHere({ ...here, shedding: [], eventLagMs: 0 }, clock.now())),
    isTurn: () => judgeAlarms(ports),
    tell: () => tellAlarms(ports, log, never),
  };
}
type Process = Awaited<ReturnType<typeof startProcess>>;

/** Half minutes as the worker has them; which of the processes comes first is left to chance. */
async function pass(ms: number, ...processes: Process[]): Promise<void> {
  // Over hours fewer judgements do.
  const stepMs = ms > 15 * minute ? 8 * minute : minute / 2;
  for (const end = nowMs + ms; nowMs < end;) {
    nowMs += stepMs;
    // The machine's time stands still meanwhile: who is alive is asked of the database.
    const living = processes.map(({ id }) => id);
    await db.updateTable('processes').set({ seen_at: new Date() }).where('id', 'in', living).execute();
    const turns = await Promise.all(processes.map((process) => process.isTurn()));
    expect(turns.filter(Boolean)).toHaveLength(1);
    // Both, though it is the turn of one: the way itself is held by one alone.
    await Promise.all(processes.map((process) => process.tell()));
  }
}

const differ = (action: 'ledger_differs' | 'ledger_agrees', address = 'A') =>
  writeAudit(db, { userId: null, action, detail: { address } });
const texts = () => hook.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
const failing = (name: string): NodeState => ({
  name,
  failures: 9,
  answeredAt: null,
  failedAt: clock.now(),
  slotsBehind: 0,
  stillSince: null,
  isElsewhere: false,
  uncomparedSince: null,
});

describe('two processes', () => {
  it('tell trouble once by each way, repeat it, survive restarts, and give the all-clear', async () => {
    let [one, two] = [await startProcess(), await startProcess()];
    await differ('ledger_differs');
    await pass(minute, one, two);
    expect(hook.received).toHaveLength(0);
    await pass(minute, one, two);
    expect(hook.received).toHaveLength(1);
    expect(mail.mails).toHaveLength(1);

    const [message] = hook.received;
    const headers = message?.headers as unknown as Record<string, string>;
    const receiver = new Webhook(webhookSecret(vault, alarmKeys).reveal());
    const body = receiver.verify(message?.body ?? '', headers) as Record<string, unknown>;
    expect(body).toMatchObject({
      version: 1,
      type: 'alarm',
      title: 'Brava at brava.example: Books and chain differ',
      content: body['text'],
      link: 'https://brava.example/admin',
      alarms: [{ code: 'ledger_differs', occasion: 'raised', level: 'problem', count: 1 }],
    });
    expect(mail.mails[0]).toMatchObject({
      from: 'brava@example.com',
      to: ['ops@example.com', 'boss@example.com'],
      content: expect.stringMatching(
        /Subject: Brava at brava.example: Books and chain differ[^]*PROBLEM: Books and chain differ at 1 address\.[^]*What it means: [^]*What to do: npm run brava -- reconcile[^]*https:\/\/brava\.example\/admin/,
      ),
    });

    [one, two] = [await startProcess(), await startProcess()];
    await pass(56 * minute, one, two);
    expect(hook.received).toHaveLength(1);
    await pass(6 * minute, one, two);
    expect(texts()[1]).toContain('STILL A PROBLEM');
    expect(hook.received).toHaveLength(2);

    await differ('ledger_agrees');
    await pass(4 * minute, one, two);
    expect(hook.received).toHaveLength(2);
    await pass(2 * minute, one, two);
    expect(texts()[2]).toMatch(/WELL AGAIN: Books and chain agree again\. It lasted \d+ minutes\./);
    await pass(hour, one, two);
    expect([hook.received.length, mail.mails.length]).toEqual([3, 3]);
    const { standing, past } = await readAdminAlarms(one.ports);
    expect(standing).toEqual([]);
    expect(past).toMatchObject([{ code: 'ledger_differs', wasTold: true }]);
  });

  it('tell in one message what comes together, also what only one of them sees', async () => {
    const [one, two] = [await startProcess([toHook()]), await startProcess([toHook()])];
    two.here.nodes = [failing('1:node.example')];
    one.here.disks = [{ name: 'stage-1:/srv', freeBytes: 2e8, totalBytes: 1e12 }];
    await differ('ledger_differs');
    // So that whoever comes first finds all of it.
    await Promise.all([one.report(), two.report()]);
    await pass(2 * minute, one, two);
    expect(texts()).toHaveLength(1);
    expect(texts()[0]).toContain('3 things are wrong');
    expect(texts()[0]).toContain('No node of the chain answers.');
    expect(texts()[0]).toContain('The disk of stage-1:/srv has 200 MB left.');
    // A hiccup of a few seconds in between is nothing.
    two.here.nodes = [];
    await pass(minute, one, two);
    two.here.nodes = [failing('1:node.example')];
    await pass(minute, one, two);
    expect(texts()).toHaveLength(1);
  });
});

it('of a disk whose server is gone it is not said that it has room', async () => {
  const one = await startProcess([toHook()]);
  const two = await startProcess([toHook()]);
  two.here.disks = [{ name: 'stage-2:/srv', freeBytes: 2e8, totalBytes: 1e12 }];
  await two.report();
  await pass(3 * minute, one, two);
  expect(texts().join()).toContain('The disk of stage-2:/srv has 200 MB left.');
  // As after `kill -9`: the row stays, and nobody renews it.
  await two.die();
  await pass(10 * minute, one);
  expect(texts()).toHaveLength(2);
  expect(texts()[1]).not.toMatch(/WELL AGAIN|has room/);
  expect(texts()[1]).toMatch(
    /OVER: The disk of stage-2:\/srv is no longer found nearly full\. It lasted \d+ minutes\. Only a server that runs there can see it/,
  );
});

it('of a node that nobody can judge any more it is not said that it is well', async () => {
  const one = await startProcess([toHook()]);
  const [away, behind] = [failing('1:a.example'), { ...failing('2:b.example'), failures: 0 }];
  const slow = { ...behind, slotsBehind: 300 };
  one.here.nodes = [away, slow];
  await pass(10 * minute, one);
  expect(texts().join()).toMatch(/1:a\.example does not answer[^]*2:b\.example answers, and is 300 slots/);
  one.here.nodes = [away, failing('2:b.example')];
  await pass(14 * minute, one);
  expect(texts().join()).toContain('No node of the chain answers');
  expect(texts().join()).not.toContain('WELL AGAIN');
  one.here.nodes = [{ ...away, failures: 0 }, behind];
  await pass(14 * minute, one);
  for (const well of [
    'Node 1:a.example answers again',
    'Node 2:b.example has caught up',
    'The chain answers',
  ])
    expect(texts().join()).toContain(`WELL AGAIN: ${well}`);
});

it('servers that hear nothing of a chain that is away are told of once it is there', async () => {
  const one = await startProcess([toHook()]);
  one.here.nodes = [failing('1:node.example')];
  await db
    .updateTable('processes')
    .set({ hears_chain: false, started_at: new Date(nowMs - hour) })
    .execute();
  await pass(10 * minute, one);
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain('No node of the chain answers.');
  one.here.nodes = [];
  await pass(10 * minute, one);
  expect(texts().slice(1).join()).toContain('1 server does not hear of changes on the chain');
});

describe('a way that fails', () => {
  it('catches up with what is due by then; the other one does not wait, and nobody is told twice', async () => {
    const port = await freePort();
    const away = toHook(`http://127.0.0.1:${port}/hook?key=very-secret`);
    let one = await startProcess([away, createAlarmMail(mailSettings())]);
    await differ('ledger_differs');
    await pass(3 * minute, one);
    expect(mail.mails).toHaveLength(1);
    expect((await readAdminAlarms(one.ports)).ways).toMatchObject([
      { way: 'webhook', place: '127.0.0.1', deliveredAt: null, failing: { why: 'not_connected' } },
      { way: 'mail', failing: null, deliveredAt: expect.any(String) },
    ]);
    expect(logged.join()).toContain('could not be told');
    expect(logged.join()).not.toMatch(/very-secret|pass@word/);
    // It begins to answer, after a restart; meanwhile the trouble is over.
    await differ('ledger_agrees');
    await pass(8 * minute, one);
    one = await startProcess([toHook(), createAlarmMail(mailSettings())]);
    await pass(20 * minute, one);
    expect(texts()).toHaveLength(1);
    expect(texts()[0]).toContain('WELL AGAIN');
    expect(mail.mails).toHaveLength(2);
    expect((await readAdminAlarms(one.ports)).ways[0]).toMatchObject({ failing: null });
  });

  it('that takes a mail for some receivers only has told these, once, and says that others are refused', async () => {
    const to = ['ops@example.com', 'nobody@example.com'];
    const one = await startProcess([createAlarmMail({ ...mailSettings(), to })]);
    await differ('ledger_differs');
    await pass(40 * minute, one);
    expect(mail.mails.map((each) => each.to)).toEqual([['ops@example.com']]);
    expect((await readAdminAlarms(one.ports)).ways).toMatchObject([
      { way: 'mail', deliveredAt: expect.any(String), failing: { why: 'address_refused' } },
    ]);
    expect(logged.join()).toContain('not every receiver was accepted');
    one.ports.alarms.ways = [createAlarmMail(mailSettings())];
    await differ('ledger_agrees');
    await pass(20 * minute, one);
    expect((await readAdminAlarms(one.ports)).ways).toMatchObject([{ way: 'mail', failing: null }]);
  });

  it('after a mail that some receivers did not get, is tried again as soon as after any other', async () => {
    const to = ['ops@example.com', 'nobody@example.com'];
    const one = await startProcess([createAlarmMail({ ...mailSettings(), to })]);
    const way = async () => (await readAdminAlarms(one.ports)).ways[0];
    await differ('ledger_differs');
    await pass(3 * hour, one);
    await differ('ledger_agrees');
    await pass(hour, one);
    const delivered = mail.mails.length;
    expect(delivered).toBeGreaterThanOrEqual(3);
    await mail.close();
    await differ('ledger_differs');
    await pass(2 * minute, one);
    const failing = (await way())?.failing;
    expect(failing).toMatchObject({ why: 'not_connected' });
    expect(Date.parse(failing?.nextAt ?? '')).toBeLessThanOrEqual(nowMs + 2 * minute);
    expect(Date.parse(failing?.since ?? '')).toBeGreaterThan(Date.parse((await way())?.deliveredAt ?? ''));
    expect(logged.find((line) => line.includes('could not be told'))).toContain('"failures":1}');
  });

  it('says why, without what the other side said', async () => {
    const message = {
      id: 'x',
      at: new Date(),
      title: 'x',
      text: 'x',
      shortText: 'x',
      kind: 'test',
      link: 'x',
      items: [],
    } as const;
    const send = async (way: AlarmWay) => await way.send({ ...message, items: [] }, never);
    hook.answer((response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
    expect(await send(toHook())).toMatchObject({ why: 'moved', status: 307 });
    hook.answer((response) => response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await send(toHook())).toMatchObject({ why: 'status', status: 429, retryAfterMs: 120_000 });
    hook.answer(() => undefined);
    expect(await send(toHook(hook.url, 100))).toMatchObject({ why: 'timed_out', status: null });
    expect(await send(toHook('http://nowhere.invalid/'))).toMatchObject({ why: 'not_found' });

    const login = { user: 'brava', password: new Secret('wrong') };
    expect(await send(createAlarmMail(mailSettings({ login })))).toMatchObject({
      why: 'login_refused',
      status: 535,
    });
    expect(await send(createAlarmMail(mailSettings({ port: await freePort() })))).toMatchObject({
      why: 'not_connected',
    });
    // A server elsewhere without TLS: the password stays here.
    mail.logins.length = 0;
    expect(await send(createAlarmMail(mailSettings({ isLoopback: false })))).toMatchObject({ why: 'tls' });
    expect(mail.logins).toEqual([]);
  });
});

it('a database that is away is told from memory, and that it is back', async () => {
  let isAnswering = false;
  const alarms = { store: createAlarmStore(db, randomUUID()), ways: [toHook()] };
  const processId = 'abcdefgh-1';
  const worker = watchDatabase(
    { alarms, clock, settings },
    { log, processId, isAnswering: () => isAnswering },
  );
  closers.push(async () => worker?.stop());
  const look = async (ms: number) => {
    nowMs += ms;
    worker?.wake();
  };
  await expect
    .poll(() => look(20_000).then(() => texts()[0]))
    .toContain('PROBLEM: The database does not answer');
  expect(texts()[0]).toContain('server abcdefgh on ');
  isAnswering = true;
  await expect
    .poll(() => look(20_000).then(() => texts()[1]))
    .toContain('WELL AGAIN: The database answers again');
  expect(hook.received).toHaveLength(2);
});

import { expect, it } from 'vitest';
import { NoAnswer, Transient } from '#server/app/outside.ts';
import { createLogger } from './logger.ts';

/** The lines that were written at the most talkative level. */
function openLog(now?: () => number) {
  const lines: string[] = [];
  return { lines, log: createLogger('trace', { write: (line) => void lines.push(line) }, now) };
}

const key58 = '4rQanLxqmDYSfvDNzhb4YhZLzT4kfWzDUGzyW8dXmBkVf3QqA9ZrqDn2b3cFfRkzJvX3y5MUmMdZqjbWzHx5mTQp';
const keyHex = 'a3f1'.repeat(16);
const keyBase64 = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
const keyBytes = Array.from({ length: 64 }, (_, at) => (at * 37) % 256);
const wallet = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const sessionToken = 'Zq3x_8KfPw1Rb-0aT7uYcVnM5sLdE9gHjQ2iXo4BkA6';
const seed =
  'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title';

const leaks: [string, unknown, string][] = [
  ['a private key in base58', new Error(`bad key ${key58}`), key58],
  ['a private key in hex', new Error(`bad key ${keyHex}`), keyHex],
  ['a private key in base64', new Error(`bad key ${keyBase64}`), keyBase64],
  ['a private key as bytes', { sent: keyBytes }, '37,74,111'],
  ['a private key as a Buffer', { sent: Buffer.from(keyBytes) }, '37,74,111'],
  ['the master seed', new Error(`cannot read "${seed}"`), 'sausage'],
  ['a wallet', { wallet }, wallet],
  ['a session token', new Error(`no session ${sessionToken}`), sessionToken],
  ['an access token', new Error(`no brava_${sessionToken}`), sessionToken],
  ['a header', { headers: { authorization: `Bearer ${sessionToken}`, cookie: 'sid=abc123' } }, 'abc123'],
  ['a short password by its name', { body: { password: 'hunter2' } }, 'hunter2'],
  ['a password inside quoted JSON', new Error(JSON.stringify({ newPassword: 'hunter2' })), 'hunter2'],
  ['a password in text', new Error('login failed: password=hunter2 user=ana'), 'hunter2'],
  ['a database address', new Error('cannot reach postgresql://brava:hunter2@db:5432/brava'), 'hunter2'],
  [
    'a key in the address of a node',
    new Error('GET https://node.example/?api-key=hunter2 failed'),
    'hunter2',
  ],
  ['a long key in its path', new Error(`https://node.example/v2/${sessionToken} failed`), sessionToken],
  ['an IPv4 address', { clientAddress: '203.0.113.77' }, '203.0.113.77'],
  ['an IPv6 address', new Error('from 2001:db8:17:42:9::7'), '42:9::7'],
  ['an IPv6 address with a short middle', new Error('from 2001:db8:17::42:7, refused'), '42:7'],
  ['a key in hex with colons', new Error(`bad key ${keyHex.match(/../g)?.join(':')}`), 'a3:f1:a3:f1'],
  ['a secret link code', { path: '/widget/k4f7q2mzx6w3n5t7b2c4d6e2' }, 'k4f7q2mzx6w3n5t7b2c4d6e2'],
];

it.each(leaks)('no line holds %s, at any level and wherever it stands', (_, thing, secret) => {
  const { lines, log } = openLog();
  const error = new Error('outer', { cause: thing });
  for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) {
    log[level]({ thing }, 'an object');
    log[level]({ error: thing, err: error }, 'an error');
    log[level](`a text ${thing instanceof Error ? thing.message : JSON.stringify(thing)}`);
  }
  expect(lines).toHaveLength(15);
  for (const line of lines) {
    expect(line).not.toContain(secret);
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  }
});

it.each([
  ['hex and colons that are no address', `1:1:${'abcdef:'.repeat(40)}g`],
  ['dots', 'a.'.repeat(50_000)],
  ['backslashes', '\\'.repeat(50_000)],
  ['names of secrets', `"${'pass-token'.repeat(10_000)}`],
  ['quotes', '"a'.repeat(50_000)],
  ['arrays without an end', '"token":['.repeat(12_000)],
])("a stranger's words hold nothing up: %s", (_, words) => {
  const { lines, log } = openLog();
  const before = process.threadCpuUsage();
  log.warn({ error: new Error(words) }, 'x');
  const { user, system } = process.threadCpuUsage(before);
  expect(lines).toHaveLength(1);
  // Of this thread's own work: by the clock it takes as long as whatever else runs.
  expect((user + system) / 1000).toBeLessThan(1000);
});

it('no words fill the log: of a text of megabytes the beginning stands there, still without secrets', () => {
  const { lines, log } = openLog();
  const words = `token=hunter2 ${'a node says this and that. '.repeat(100_000)}`;
  log.warn({ error: new NoAnswer(words), reason: words }, 'x');
  expect(lines[0]).toContain('token=[hidden] a node says this and that.');
  expect(lines[0]?.length).toBeLessThan(40_000);
});

it.each([
  ['a text', '{"password":"hunter2'],
  ['an array', '{"seedWords":["hunter2","'],
])('a secret in JSON that was cut off within %s stays hidden', (_, text) => {
  const { lines, log } = openLog();
  log.warn({ error: new Error(text) }, 'x');
  expect(lines[0]).toContain('[hidden]');
  expect(lines[0]).not.toContain('hunter2');
});

it('errors of the database come without the parameters of their query', () => {
  const { lines, log } = openLog();
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_username"'), {
    code: '23505',
    detail: 'Key (username)=(ana) already exists.',
    parameters: ['ana', 'a message of a donor'],
    where: 'ana',
  });
  log.error({ err: error }, 'request failed');
  expect(lines[0]).toContain('23505');
  expect(lines[0]).not.toMatch(/already exists|a message of a donor/);
});

it('what an operator looks for stays as it is', () => {
  const { lines, log } = openLog();
  const id = '0195f2a1-7c3b-4d52-9e6f-3b8f2a1c4d5e';
  log.error(
    { requestId: id, route: 'createDonation', err: new Error('connect ECONNREFUSED 127.0.0.1:5432') },
    'Open addresses could not be made due; they are read at their own time.',
  );
  log.warn('/srv/brava/server/postgres/operator/operation-figures.ts:12:34 in createOperationReads');
  const text = lines.join('');
  for (const kept of [
    id,
    'createDonation',
    '127.0.0.1:5432',
    'they are read at their own time',
    'operation-figures.ts:12:34',
    'createOperationReads',
  ]) {
    expect(text).toContain(kept);
  }
});

it('stacks of our own code stay readable', () => {
  const { lines, log } = openLog();
  const error = new Error('SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY');
  log.error({ error }, 'x');
  expect(lines[0]).toContain('SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY');
  expect(lines[0]).toContain('logger.test.ts:');
});

const withCode = (code: string) =>
  Object.assign(new Error('connection timeout', { cause: new Error('closed') }), { code });

it('while the database is away there is a line, and ever rarer ones with how many were left out, without a stack', () => {
  let nowMs = 0;
  const { lines, log } = openLog(() => nowMs);
  for (; nowMs < 3_700_000; nowMs += 5000)
    for (const worker of ['sweep', 'withdraw'])
      log.warn({ worker, failures: 1, error: withCode('08001') }, 'A worker step failed and is tried again.');
  const leftOut = () => lines.map((line) => (JSON.parse(line) as { leftOut?: number }).leftOut);
  expect(leftOut()).toEqual([undefined, 23, 239]);
  expect(lines.join('')).toContain('"code":"08001"');
  expect(lines.join('')).not.toContain('stack');
  nowMs += 60_000;
  log.warn({ worker: 'sweep', error: withCode('08001') }, 'A worker step failed and is tried again.');
  expect(leftOut(), 'the next outage').toHaveLength(4);
});

it('that statements are given up is told of each worker', () => {
  const { lines, log } = openLog(() => 0);
  for (const worker of ['sweep', 'withdraw', 'sweep'])
    log.warn({ worker, error: withCode('57014') }, 'A worker step failed and is tried again.');
  expect(lines.map((line) => (JSON.parse(line) as { worker: string }).worker)).toEqual(['sweep', 'withdraw']);
});

it('while nodes give no answer a reason is told once, whatever it was asked for, and each other one as well', () => {
  const { lines, log } = openLog(() => 0);
  for (const [donation, words] of [
    ['a', 'getTransaction: read ECONNRESET'],
    ['b', 'getTransaction: read ECONNRESET'],
    ['b', 'getTransaction: HTTP error (429)'],
    ['c', 'getTransaction: HTTP error (503)'],
  ] as const)
    log.warn(
      { donation, error: new NoAnswer(words) },
      'A payment could not be read yet; it is looked at again.',
    );
  for (const donation of ['a', 'b'])
    log.warn({ donation, error: new Transient('The history does not explain its balance') }, 'x');
  const said = lines.map((line) => JSON.parse(line) as { donation: string; error: { stack?: string } });
  expect(said.map(({ donation }) => donation)).toEqual(['a', 'b', 'c', 'a', 'b']);
  expect(said.map(({ error }) => error.stack === undefined)).toEqual([true, true, true, false, false]);
});

it('nothing else is left out: no other line, no other error, and none that somebody waits for', () => {
  const { lines, log } = openLog(() => 0);
  for (let times = 0; times < 3; times += 1) {
    log.error({ requestId: 'x', error: withCode('08006') }, 'A request failed.');
    log.warn({ worker: 'sweep', error: new TypeError('a bug') }, 'A worker step failed and is tried again.');
    log.warn({ awaySeconds: 3 }, 'The database is reached again.');
    log.warn('The database is reached again.');
  }
  expect(lines).toHaveLength(12);
  expect(lines[1]).toContain('logger.test.ts:');
});

it('where a statement came from that was given up stays readable', () => {
  const { lines, log } = openLog();
  log.warn({ error: withCode('57014') }, 'x');
  expect(lines[0]).toContain('logger.test.ts:');
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fuzzOperation } from './fuzz-operation.ts';
import { type FuzzServer, startFuzzServer } from './fuzz-server.ts';
import { createJudge } from './judge-reply.ts';
import { type Operation, readOperations } from './openapi-document.ts';

// Every operation of the document many times over; `npm run test:long` does it 5,000 times each.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

/** Another one each time; FUZZ_SEED=… repeats one. The accounts' own names and tokens differ all the same. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** What takes away what others need comes late: it shuts a link, pays what is open, switches off, or deletes. */
function rank({ name, isOpen }: Operation): number {
  if (name.startsWith('delete') || name === 'changeWebhook') return 2;
  return isOpen && name !== 'sandboxPay' ? 0 : 1;
}

/** Whatever needs the right one of many names may miss it once. */
const mostRounds = 8;
/**
 * An alert is held only where its streamer asks for that, and of tests only the newest waits; a payment and a proof must be
 * signed; codes must be right, and wallets of streamers are empty.
 */
const hardToReach = [
  'playAlert',
  'approveAlert',
  'rejectAlert',
  'blockDonor',
  'blockAlertDonor',
  'removeBlock',
  'createAlertSound',
  'deleteAlertSound',
  'connectDiscord',
  'connectTwitch',
  'testPost',
  'sendPayment',
  'changeToken',
  'turnOnSecondFactor',
  'replaceRecoveryCodes',
  'recoverByWallet',
  'recoverByCode',
  'quoteWithdrawal',
  'withdraw',
  'withdrawal',
  'deleteAccount',
];
let server: FuzzServer;
// A new one for each try: what was deleted or changed in one would be missing in the next.
beforeEach(async () => {
  server = await startFuzzServer();
});
afterEach(() => server.stop());

it('whatever is sent to whatever operation, the reply is what the document says', async () => {
  const before = await server.bystander();
  const faults: string[] = [];
  const never: string[] = [];
  const operations = readOperations(server.document).toSorted((one, other) => rank(one) - rank(other));
  for (const operation of operations) {
    let hasSucceeded = false;
    for (let round = 0; round < mostRounds && !hasSucceeded; round += 1) {
      const result = await fuzzOperation(server, operation, { seed: seed + round, count: 200 });
      faults.push(...result.faults);
      hasSucceeded =
        hardToReach.includes(operation.name) ||
        [...operation.replies.keys()].some((status) => Number(status) in result.statuses);
    }
    if (!hasSucceeded) never.push(operation.name);
  }
  expect(faults, `seed ${seed}`).toEqual([]);
  // What never succeeds is not tested.
  expect(never).toEqual([]);
  expect(await server.bystander()).toEqual(before);
});

it('other methods and addresses are refused in the same form', async () => {
  const [operation] = readOperations(server.document);
  if (operation === undefined) throw new Error('The document is empty.');
  const judge = createJudge(server.document);
  const refusal = {
    ...operation,
    replies: new Map([...operation.replies].filter(([status]) => status === 'default')),
  };
  const known = readOperations(server.document).map(({ method, path }) => `${method} ${path}`);
  const paths = [
    '',
    '/',
    '//',
    '/nope',
    '/%',
    '/config%00',
    '/../api/x',
    ...new Set(known.map((call) => call.split(' ')[1] ?? '')),
  ];
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
    for (const path of paths.filter((at) => !known.includes(`${method} ${at}`))) {
      const reply = await server.send(method, {
        kind: 'wild',
        who: 'session',
        path,
        headers: {},
        body: null,
      });
      expect(judge(refusal, reply), `${method} ${path} → ${reply.status} ${reply.body}`).toEqual([]);
    }
  }
  expect(server.takeErrors()).toEqual([]);
});

it('what is not HTTP is refused in the same form, and the server goes on', async () => {
  const { port, hostname } = new URL(server.url);
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET /api/config HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GRAB / HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.end(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\n\r\n\{"message":".+","code":".+"\}$/);
    expect(answer).not.toContain('JSON');
  }
  expect(server.takeErrors()).toEqual([]);
  expect((await fetch(`${server.url}/api/config`)).status).toBe(200);
});

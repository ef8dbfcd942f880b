import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { problems, type ProblemCode } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { Transient } from '#server/app/outside.ts';
import { type HttpFixture, openHttp } from './http-fixture.ts';

// Every call of the contract many times over.
vi.setConfig({ testTimeout: 180_000 });

let http: HttpFixture;
let token: string;
let donationId: string;
let linkCode: string;
beforeAll(async () => {
  const faucet = { pay: () => Promise.reject(new Transient('no chain in this test')) };
  http = await openHttp({ faucet });
  ({ token, donationLink: linkCode } = await http.signUp('target'));
  donationId = (await http.call('POST', '/donations', { linkCode })).json().id;
});
afterAll(() => http.close());

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const oddBodies: (string | Buffer)[] = [
  '',
  ' ',
  '{',
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  '\ufeff{}',
  '{"a":1}garbage',
  "{'username':'x'}",
  '{"__proto__":{"username":"x"}}',
  '{"constructor":{"prototype":{}}}',
  '{"username":"\\u0000","password":"\\u0000"}',
  '{"username":"\\ud800","password":"\\udfff"}',
  '{"username":{"$ne":null},"password":{"$ne":null}}',
  '{"username":["a","b"],"password":1e308}',
  '{"minDonationAmount":1e308,"cardColor":"#22c55e","cardGradient":null}',
  '{"minDonationAmount":0.0020000000000001,"cardColor":"#22c55e","cardGradient":"[]"}',
  '{"minDonationAmount":1,"cardColor":"#22c55e","cardGradient":"{\\"gradientType\\":\\"custom\\",\\"background\\":\\"\\\\u0000\\"}"}',
  '{"timeZone":"+01:00","acceptingDonations":"yes","payoutAddress":"\\u0000"}',
  '{"timeZone":"\\u0000UTC"}',
  '{"donationId":"x","amount":-1}',
  '{"donationId":"018f2b5e-0000-7000-8000-000000000000","amount":1000}',
  `{"linkCode":"${'x'.repeat(65)}"}`,
  '{"linkCode":"\\u0000\\u0000"}',
  '{"linkCode":"x","donatorName":5,"message":{},"audioFileName":"../../etc/passwd","audioDuration":-1e300}',
  deep(100),
  deep(30_000),
  `{"username":${deep(30_000)}}`,
  `{"message":"${'x'.repeat(70_000)}"}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(100),
];
const contentTypes = [
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'multipart/form-data',
  '?',
  '',
];
const oddIds = [
  'x',
  '..%2f..',
  '%00',
  '%ud800',
  '%E0%A4%A',
  '%',
  "1'--",
  'a'.repeat(5000),
  '%F0%9F%98%80',
  '-1',
  '{id}',
];
const oddQueries = [
  'limit=0',
  'limit=-1',
  'limit=1e99',
  'limit=x',
  'limit=',
  'limit=1&limit=2',
  'limit[a]=1',
  'limit=1.5',
];

/** What is wrong with replies: each is a success or a refusal in the one form, and nothing sent is our fault. */
const faults: string[] = [];

function check(sent: unknown, reply: LightMyRequestResponse): void {
  if (!isFine(reply))
    faults.push(`${JSON.stringify(sent).slice(0, 300)} → ${reply.statusCode} ${reply.body}`);
}

function isFine({ statusCode, headers, body }: LightMyRequestResponse): boolean {
  if (statusCode >= 500 || headers['content-security-policy'] === undefined) return false;
  if (statusCode < 400 || body === '') return true;
  const { message, code, ...rest }: { message: string; code: ProblemCode } = JSON.parse(body);
  return problems[code]?.[0] === statusCode && message.length > 5 && Object.keys(rest).length === 0;
}

/** Everything that was wrong so far, with what the server logged as its own failure. */
const takeFaults = (): string[] => [...faults.splice(0), ...http.errors.splice(0)];

async function send(options: InjectOptions): Promise<void> {
  check(options, await http.app.inject(options));
}

const pathOf = (route: Route, id = donationId) => `/api${route.path.replace(/:(id|linkCode)/, id)}`;
const bearer = () => ({ authorization: `Bearer ${token}` });
// Signing out and switching donations off would make the rest of the fuzzing trivial.
const table = (Object.values(routes) as Route[]).filter((route) => route.path !== '/auth/logout');

it('odd bodies are refused by every call', async () => {
  for (const route of table.filter(({ method }) => method !== 'GET')) {
    for (const payload of oddBodies) {
      const headers = { ...bearer(), 'content-type': 'application/json' };
      await send({ method: route.method, url: pathOf(route), headers, payload });
    }
    for (const type of contentTypes) {
      const headers = { ...bearer(), 'content-type': type };
      await send({ method: route.method, url: pathOf(route), headers, payload: '{"a":1}' });
    }
  }
  expect(takeFaults()).toEqual([]);
});

it('odd ids, queries, headers and methods are refused by every call', async () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
  for (const route of table) {
    for (const id of oddIds) await send({ method: route.method, url: pathOf(route, id), headers: bearer() });
    for (const query of oddQueries) {
      await send({ method: route.method, url: `${pathOf(route)}?${query}`, headers: bearer() });
    }
    for (const method of methods) {
      if (method !== route.method) await send({ method, url: pathOf(route), headers: bearer() });
    }
    for (const authorization of [
      '',
      'Bearer',
      'Bearer  ',
      'Basic eDp5',
      `Bearer ${'\u00ff'.repeat(43)}`,
      'a b c d',
    ]) {
      await send({ method: route.method, url: pathOf(route), headers: { authorization } });
    }
  }
  for (const url of [
    '/api',
    '/api/',
    '/api//',
    '/api/nope',
    '/api/%',
    '//api/config',
    '/api/../api/x',
    '/api/config%00',
    '/%',
  ]) {
    for (const method of methods) await send({ method, url });
  }
  expect(takeFaults()).toEqual([]);
});

it('whatever JSON is sent to whatever call, the answer is no fault of ours', async () => {
  const fields = [
    'username',
    'password',
    'timeZone',
    'linkCode',
    'donatorName',
    'message',
    'amount',
    'donationId',
  ].concat([
    'minDonationAmount',
    'cardColor',
    'cardGradient',
    'payoutAddress',
    'audioFileName',
    'audioDuration',
  ]);
  const known = fc.constantFrom(
    'target',
    'UTC',
    '#22c55e',
    linkCode,
    donationId,
    0.002,
    1,
    null,
    '{"gradientType":"fire"}',
  );
  const value = fc.oneof(known, fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue({ maxDepth: 3 }));
  const request = fc.record({
    route: fc.constantFrom(...table.filter(({ method }) => method !== 'GET')),
    body: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ route, body }) => {
      check({ path: route.path, body }, await http.call(route.method, pathOf(route).slice(4), body, token));
    }),
    { numRuns: 500 },
  );
  expect(takeFaults()).toEqual([]);
});

it('what is not HTTP is refused in the same form, and the server goes on', async () => {
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.app.server.address() as AddressInfo;
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET /api/config HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(bytes);
    const answer = await text(socket);
    if (!/^HTTP\/1\.1 4\d\d [^]*\r\n\r\n\{"message":".+","code":".+"\}$/.test(answer))
      faults.push(`${bytes} → ${answer}`);
  }
  expect(takeFaults()).toEqual([]);
  expect((await http.call('GET', '/config')).statusCode).toBe(200);
});

import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import type { PublicDonation } from '#contract/donation.ts';
import { publicLimits } from '#server/app/limits/limits.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { type BareHttp, countingAlone, openBareHttp } from './bare-http-fixture.ts';
import { forFile } from '#server/test/for-file.ts';

const id = '6f1c0c3e-1111-4222-8333-444455556666';
const path = `/api/donations/status/${id}`;
/** The router's way: nothing but the listener before it looks at the path as it is written. */
const routedPath = `${path}?routed`;
const donation = { id, status: 'RECEIVED', amount: 0.25, mediaUrl: null } as PublicDonation;
const state = { status: 'RECEIVED', amount: 0.25, mediaUrl: null };

const http = forFile(openBareHttp);

/** A server that remembers one donation and knows no other. */
async function open(
  options: Parameters<BareHttp['open']>[1] = {},
  value = donation,
  peek?: () => Promise<PublicDonation | null>,
) {
  const find = (key: string) => (key === id ? value : null);
  const read = vi.fn<typeof find>(find);
  const memory = { peek: peek ?? find, read };
  const memories = { donations: memory } as unknown as Ports['memories'];
  const answered = vi.fn<Meter['requestAnswered']>();
  const unused = {} as Ports['donations'] & Ports['streamers'];
  const app = await http.open(
    { memories, donations: unused, streamers: unused },
    { meter: { requestAnswered: answered, refused: () => undefined }, ...options },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { answered, read, ask: (at: string, more: object = {}) => ask(port, at, more) };
}

async function ask(port: number, at: string, more: { method?: string; headers?: Record<string, string> }) {
  const call = request({ port, host: '127.0.0.1', path: at, agent: false, ...more }).end();
  const [reply] = await once(call, 'response');
  let body = '';
  for await (const piece of reply) body += String(piece);
  const { date, 'x-request-id': requestId, ...headers } = reply.headers;
  return { status: reply.statusCode, body, headers, names: reply.rawHeaders.filter(isName), date, requestId };
}
const isName = (_: string, index: number): boolean => index % 2 === 0;
const same = ({ status, body, headers, names }: Awaited<ReturnType<typeof ask>>) => ({
  status,
  body,
  headers,
  names,
});

describe('a remembered poll is answered as the router would', () => {
  test.each([
    ['plainly', {}],
    ['over a connection that is kept', { headers: { connection: 'keep-alive' } }],
    ['for a host of odd form', { headers: { host: 'a b' } }],
    ['by a browser', { headers: { accept: '*/*', 'accept-encoding': 'gzip, br', 'if-none-match': '*' } }],
    [
      'through a known proxy',
      { headers: { 'x-forwarded-for': '192.0.2.7', 'x-request-id': 'from-proxy-1' } },
    ],
  ])('asked %s', async (_, more) => {
    const { ask: poll, read } = await open({ trustProxy: ['127.0.0.1'] });
    const early = await poll(path, more);
    expect(read).not.toHaveBeenCalled();
    expect(same(early)).toEqual(same(await poll(routedPath, more)));
    expect(early).toMatchObject({ status: 200, body: JSON.stringify(state) });
    expect(early.requestId).toMatch(/^[\w-]{12,}$/);
  });

  test('with characters beyond ASCII', async () => {
    const mediaUrl = 'https://bräva.example/clips/€';
    const { ask: poll } = await open({}, { ...donation, mediaUrl });
    const early = await poll(path);
    expect(same(early)).toEqual(same(await poll(routedPath)));
    expect(JSON.parse(early.body)).toEqual({ ...state, mediaUrl });
  });

  test('and measured alike', async () => {
    const { ask: poll, answered } = await open();
    await poll(path);
    await poll(routedPath);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(2), 10_000);
    const [[early], [routed]] = answered.mock.calls as [[object], [object]];
    expect(early).toEqual({ ...routed, seconds: expect.any(Number) });
  });

  test('and both ways use up one budget, each call once', async () => {
    const read = { address: { max: 3, windowMs: 3_600_000 } };
    const { ask: poll } = await open({ rateLimits: countingAlone({ ...publicLimits, read }) });
    const replies = [];
    for (const at of [path, routedPath, path, path, routedPath]) replies.push(await poll(at));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const [early, routed] = replies.slice(3);
    if (early === undefined || routed === undefined) throw new Error('Five were asked.');
    expect(same(early)).toEqual({
      ...same(routed),
      headers: { ...routed.headers, 'retry-after': expect.any(String) },
    });
  });
});

test('what memory is about to know is waited for, and the router answers if it is no longer true', async () => {
  const known = await open({}, donation, async () => donation);
  expect(await known.ask(path)).toMatchObject({ status: 200, body: JSON.stringify(state) });
  expect(known.read).not.toHaveBeenCalled();
  const changed = await open({}, donation, async () => null);
  expect(await changed.ask(path)).toMatchObject({ status: 200, body: JSON.stringify(state) });
  expect(changed.read).toHaveBeenCalledOnce();
});

describe('the router answers', () => {
  test('what is not remembered, and any other method', async () => {
    const { ask: poll } = await open();
    expect(await poll('/api/donations/status/nonsense')).toMatchObject({ status: 404 });
    expect(await poll(path, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect(await poll(path, { method: 'POST' })).toMatchObject({ status: 405 });
  });

  test('while the server is about to end: its connections are not kept', async () => {
    const { ask: poll } = await open({ draining: AbortSignal.abort() });
    const { status, headers } = await poll(path, { headers: { connection: 'keep-alive' } });
    expect([status, headers['connection']]).toEqual([200, 'close']);
  });

  test('where each request has a line in the log', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const { ask: poll } = await open({ logger });
    await poll(path);
    await vi.waitFor(() => expect(lines.join('')).toContain('donationStatus'), 10_000);
  });

  test('who comes through a proxy that is not known, and says so', async () => {
    const onUnknownProxy = vi.fn<(peer: string) => void>();
    const { ask: poll } = await open({ onUnknownProxy });
    expect(await poll(path, { headers: { via: 'proxy' } })).toMatchObject({ status: 200 });
    expect(onUnknownProxy).toHaveBeenCalledWith('127.0.0.x');
  });
});

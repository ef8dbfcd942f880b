import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { askEarly, fetchWhole } from './early-replies.ts';

let asked = 0;
const server = createServer((_, response) => void response.end(String((asked += 1))));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => vi.restoreAllMocks());

const as = (token: string): RequestInit => ({
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
});

it('an early reply is for the first call that asks the same, and for no other', async () => {
  const address = `${url}once`;
  const before = asked;
  askEarly('tok', [address]);
  await vi.waitFor(() => expect(asked).toBe(before + 1), 10_000);
  const heardAtMs = Date.now();
  const early = await fetchWhole(address, as('tok'));
  expect(early.text).toBe(String(before + 1));
  expect(early.askedAtMs).toBeLessThanOrEqual(heardAtMs);
  expect((await fetchWhole(address, as('tok'))).text).toBe(String(before + 2));
});

it('an early reply is not for another token, nor for another method', async () => {
  const address = `${url}token`;
  askEarly('tok', [address]);
  expect((await fetchWhole(address, { ...as('tok'), method: 'POST' })).text).toBe(String(asked));
  const early = asked;
  expect(Number((await fetchWhole(address, as('other'))).text)).toBeGreaterThan(early);
});

it('an early reply that nobody fetched for ten seconds is asked for anew', async () => {
  const address = `${url}old`;
  const before = asked;
  askEarly('tok', [address]);
  await vi.waitFor(() => expect(asked).toBe(before + 1), 10_000);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_000);
  expect((await fetchWhole(address, as('tok'))).text).toBe(String(before + 2));
});

it('a reply that the document had asked for before the script called is as old as that', async () => {
  const address = `${url}named`;
  const startTime = performance.now() - 8000;
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
    name === address ? [{ initiatorType: 'link', startTime } as PerformanceResourceTiming] : [],
  );
  expect(Date.now() - (await fetchWhole(address, as('tok'))).askedAtMs).toBeGreaterThanOrEqual(8000);
  // A page asks again and again; the document asked once.
  expect(Date.now() - (await fetchWhole(address, as('tok'))).askedAtMs).toBeLessThan(8000);
  expect(Date.now() - (await fetchWhole(`${url}other`, as('tok'))).askedAtMs).toBeLessThan(8000);
});

it('a failure is told to the call that came for it', async () => {
  const address = 'http://127.0.0.1:1/';
  askEarly('tok', [address]);
  await expect(fetchWhole(address, as('tok'))).rejects.toThrow(TypeError);
});

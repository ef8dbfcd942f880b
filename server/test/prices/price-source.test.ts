import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import { createHttpPriceSource } from '#server/prices/create-http-price-source.ts';
import { price, type PriceServer, startPriceServer } from '#server/test/stand-ins/price-server.ts';

let server: PriceServer;
beforeAll(async () => {
  server = await startPriceServer('151.2045');
});
afterAll(() => server.close());

const ask = (path = 'solana.eur', timeoutMs = 2000, ending = new AbortController().signal) =>
  createHttpPriceSource({ url: new Secret(server.url), path }, timeoutMs).ask(ending);

test('a price is read to the last digit that is kept, as a number or as text', async () => {
  server.answer(price('151.2045'));
  expect(await ask()).toEqual({ priceMicros: 151_204_500n });
  server.answer(price('"0.3000004"'));
  expect(await ask()).toEqual({ priceMicros: 300_000n });
  // As a float it would be 9007199254740992.
  server.answer(price('9007199254740993.5'));
  expect(await ask()).toEqual({ priceMicros: 9_007_199_254_740_993_500_000n });
  server.answer((response) => response.end('[{"c":["1.5e2","x"]}]'));
  expect(await ask('0.c.0')).toEqual({ priceMicros: 150_000_000n });
});

test('what is no number at that place is refused', async () => {
  for (const text of ['null', '-151', '"151,20"', '"NaN"', '{}', 'true', '""', '[1]']) {
    server.answer(price(text));
    expect(await ask()).toEqual({ failure: 'not_a_number' });
  }
  server.answer(price('151'));
  expect(await ask('solana.gbp')).toEqual({ failure: 'not_a_number' });
  expect(await ask('solana.eur.more')).toEqual({ failure: 'not_a_number' });
  expect(await ask('solana.constructor.length')).toEqual({ failure: 'not_a_number' });
  server.answer((response) => response.end('<html>151</html>'));
  expect(await ask()).toEqual({ failure: 'unreadable' });
});

test('an error is no price, and nobody follows a redirect', async () => {
  server.answer((response) => response.writeHead(429).end('{"solana":{"eur":1}}'));
  expect(await ask()).toEqual({ failure: 'status' });
  const before = server.asked();
  server.answer((response) => response.writeHead(302, { location: server.url }).end());
  expect(await ask()).toEqual({ failure: 'moved' });
  expect(server.asked()).toBe(before + 1);
});

test('a source that is silent, drips, never ends or hangs up holds nothing up', async () => {
  server.answer(() => undefined);
  expect(await ask('solana.eur', 60)).toEqual({ failure: 'timed_out' });
  server.answer((response) => {
    const drip = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drip));
  });
  expect(await ask('solana.eur', 80)).toEqual({ failure: 'timed_out' });
  server.answer((response) => {
    const flood = (): void => {
      if (!response.destroyed) response.write('1'.repeat(65_536), () => setImmediate(flood));
    };
    flood();
  });
  expect(await ask()).toEqual({ failure: 'too_large' });
  server.answer((response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"solana":');
    setImmediate(() => response.destroy());
  });
  expect(await ask()).toEqual({ failure: 'not_connected' });
  server.answer((response) => response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end());
  expect(await ask()).toEqual({ failure: 'not_connected' });
  const ending = new AbortController();
  server.answer(() => ending.abort());
  expect(await ask('solana.eur', 5000, ending.signal)).toEqual({ failure: 'not_connected' });
});

test('the address is named by its host alone', () => {
  const source = createHttpPriceSource({ url: new Secret(server.url), path: 'solana.eur' });
  expect(source.name).toBe('127.0.0.1');
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LandingFacts } from './landing-page.ts';
import { servePages } from './pages.ts';

let distDir: string;
const opened: FastifyInstance[] = [];
const logged: string[] = [];

async function open(
  socialUrl: string | null,
  network: Pick<LandingFacts, 'networkLabel' | 'money'> = { networkLabel: 'Solana Mainnet', money: 'real' },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } },
  });
  await servePages(app, {
    distDir,
    landing: { socialUrl, ...network },
    legalUrls: { privacy: null, terms: null },
    sendDonate: () => Promise.resolve(false),
  });
  opened.push(app);
  return app;
}

const write = (name: string, text: string): Promise<void> => writeFile(join(distDir, name), text);
const link = '<a href="https://social.invalid/">';

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'brava-landing-'));
  for (const language of ['en', 'es']) {
    await write(`landing.${language}.html`, `<html lang="${language}">`);
    await write('index.html', '<title>app');
    await write(`landing.${language}.social.html`, `<html lang="${language}">${link}`);
  }
});
afterAll(async () => {
  for (const app of opened) await app.close();
  await rm(distDir, { recursive: true });
});

describe('the language of the landing page', () => {
  it.each([
    [{}, 'en'],
    [{ 'accept-language': 'es' }, 'es'],
    [{ 'accept-language': 'es-MX,en;q=0.8' }, 'es'],
    [{ 'accept-language': 'en;q=0.3, es;q=0.9' }, 'es'],
    [{ 'accept-language': 'fr-FR, fr;q=0.9, es;q=0.4' }, 'es'],
    [{ 'accept-language': 'es;q=0, en' }, 'en'],
    [{ 'accept-language': 'fr, *;q=0.1' }, 'en'],
    [{ 'accept-language': '../../secret, es' }, 'es'],
    [{ 'accept-language': 'en', cookie: 'language=es' }, 'es'],
    [{ 'accept-language': 'es', cookie: 'other=1; language=en' }, 'en'],
    [{ 'accept-language': 'es', cookie: 'language=xx' }, 'es'],
    [{ cookie: 'mylanguage=es' }, 'en'],
    [{ 'accept-language': `${'fr,'.repeat(9)}es` }, 'es'],
  ])('%j is answered in %s', async (headers, language) => {
    const reply = await (await open(null)).inject({ url: '/', headers: { ...headers } });
    expect([reply.statusCode, reply.body]).toEqual([200, `<html lang="${language}">`]);
  });

  it.each([
    ['ten that are the same', 'fr,'.repeat(10)],
    ['ten that differ', 'aa,ab,ac,ad,ae,af,ag,ah,ai,aj,'],
    ['as many as a header holds', 'fr,'.repeat(5000)],
  ])('what stands behind the first ten of the browser’s languages is not looked at: %s', async (_, first) => {
    const headers = { 'accept-language': `${first}es` };
    const reply = await (await open(null)).inject({ url: '/', headers });
    expect([reply.statusCode, reply.body]).toEqual([200, '<html lang="en">']);
  });

  it('a language that a new build brings is answered in from the next request on', async () => {
    const app = await open(null);
    const ask = async () => (await app.inject({ url: '/', headers: { 'accept-language': 'pt' } })).body;
    expect(await ask()).toBe('<html lang="en">');
    await write('landing.pt.html', '<html lang="pt">');
    expect(await ask()).toBe('<html lang="pt">');
    await rm(join(distDir, 'landing.pt.html'));
    expect(await ask()).toBe('<html lang="en">');
  });

  it('caches are told on what it depends, and ask again each time', async () => {
    for (const socialUrl of [null, 'https://social.example/']) {
      const { headers } = await (await open(socialUrl)).inject('/');
      expect(headers['vary']).toMatch(/accept-language/);
      expect(headers['vary']).toMatch(/cookie/);
      expect(headers['cache-control']).toBe('no-cache');
    }
  });
});

describe('the network', () => {
  it.each([
    ['real', 'Solana Mainnet', ''],
    ['test', 'Solana Devnet', '.test'],
    ['sandbox', 'Solana <Devnet>', '.sandbox'],
  ] as const)('of %s money has a page of its own, with its name in it', async (money, networkLabel, part) => {
    const page = `landing.en${part}.social.html`;
    const before = await readFile(join(distDir, page), 'utf8').catch(() => null);
    await write(page, `<i>network.invalid</i>${part}`);
    const { body } = await (await open('https://social.example/', { networkLabel, money })).inject('/');
    if (before !== null) await write(page, before);
    expect(body).toBe(`<i>${networkLabel.replace('<', '&lt;')}</i>${part}`);
  });
});

describe('the social page', () => {
  it('is linked at its address, which cannot break out of the attribute', async () => {
    const app = await open('https://social.example/?a=1&b="><script>');
    expect((await app.inject('/')).body).toBe(
      '<html lang="en"><a href="https://social.example/?a=1&amp;b=&quot;>&lt;script>">',
    );
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (raw: Buffer) => raw],
  ])('is packed as the browser takes it: %s', async (accepted, packing, unpack) => {
    const app = await open('https://social.example/');
    for (const _ of ['packed', 'kept']) {
      const reply = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
      expect(reply.headers['content-encoding']).toBe(packing);
      expect(unpack(reply.rawPayload).toString()).toContain('https://social.example/');
    }
  });

  it('is not sent again to who has it, but in another language', async () => {
    const app = await open('https://social.example/');
    const { headers } = await app.inject('/');
    const known = { 'if-none-match': String(headers['etag']) };
    const again = await app.inject({ url: '/', headers: known });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const other = await app.inject({ url: '/', headers: { ...known, 'accept-language': 'es' } });
    expect([other.statusCode, other.body]).toEqual([200, expect.stringContaining('lang="es"')]);
  });

  it('follows a new build', async () => {
    const app = await open('https://social.example/');
    await app.inject('/');
    await write('landing.en.social.html', `<html lang="en" data-new>${link}`);
    expect((await app.inject('/')).body).toContain('data-new');
  });
});

it('no page was sent twice, which the server would only log', () => {
  expect(logged).toEqual([]);
});

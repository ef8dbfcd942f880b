import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import { publicLimits } from '#server/app/limits/limits.ts';
import { countingAlone, openBareHttp } from '#server/http/bare-http-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { noTokens } from '#server/test/no-tokens.ts';
import { drawName } from './draw-name.ts';
import { fromPng, toPng } from './indexed-png.ts';
import { readLetters } from './letters.ts';
import { createSharePictures } from './share-pictures.ts';

const kat = {
  id: 'kat',
  username: 'lumen_kat',
  donationCode: 'public',
  minLamports: 2_000_000n,
  presetLamports: [1_000_000n, 50_000_000n, 500_000_000n],
  acceptingDonations: true,
  channels: [],
  suspendedAt: null,
} as unknown as Streamer;

let app: FastifyInstance;
let isAway = false;
const asked: string[] = [];
/** Requests of one address that are looked up in an hour. */
const lookedUp = 200;

const http = forFile(openBareHttp);
beforeAll(async () => {
  await writeFile(
    join(http.distDir, 'donate.html'),
    `<!doctype html><html lang="en"><head><meta name="description" content="x" /><title>donate</title>
      <link data-language="en" rel="modulepreload" href="/assets/en.js">
      <link data-language="es" rel="modulepreload" href="/assets/es.js">
      <link data-step="donation" rel="modulepreload" href="/assets/pay.js">
      <link data-language="es" data-step="donation" rel="modulepreload" href="/assets/pay-es.js">
    </head><p>Loading</p><a class="link" href="">Reload</a></html>`,
  );
  const read = { address: { max: lookedUp, windowMs: 3_600_000 } };
  const ports = {
    streamers: {
      findByCode: async (code: string) => {
        asked.push(code);
        if (isAway) throw new Error('away');
        return ['public', 'secret'].includes(code)
          ? { streamer: kat, isWidgetCode: code === 'secret' }
          : null;
      },
    } as Ports['streamers'],
    alertSettings: { find: async () => defaultAlertSettings } as unknown as Ports['alertSettings'],
    clock: { now: () => new Date() },
    tokens: noTokens,
    memories: {
      pages: {
        read: async (_: string, load: () => Promise<{ value: unknown } | null>) =>
          (await load())?.value ?? null,
      },
      donations: { peek: () => null },
    } as unknown as Ports['memories'],
  };
  app = await http.open(ports, { rateLimits: countingAlone({ ...publicLimits, read }) });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

const preloads = async (url: string, headers = {}) =>
  [...(await get(url, headers)).body.matchAll(/rel="(?:module)?preload".* href="([^"]*)"/g)].map(
    ([, href]) => href,
  );

describe('a shared link', () => {
  it('names the streamer, the minimum and what is offered, with whole addresses', async () => {
    const { body, headers } = await get('/donate/public');
    expect(body).toContain('<title>Support lumen_kat – Brava</title>');
    const description = 'Send a Solana donation. From 0.002 SOL. In one tap: 0.05, 0.5 SOL.';
    expect(contentOf(body, 'description')).toBe(description);
    expect(contentOf(body, 'og:description')).toBe(description);
    expect(contentOf(body, 'og:title')).toBe('Support lumen_kat');
    expect(contentOf(body, 'og:url')).toBe('https://brava.example/donate/public');
    expect(contentOf(body, 'og:image')).toBe('https://brava.example/share/public/en.png');
    expect(contentOf(body, 'twitter:card')).toBe('summary_large_image');
    expect(body).toContain('<p>Loading</p>');
    expect(headers['vary']).toContain('accept-language');
  });

  it.each(['public.', 'public)', 'public,', 'public%20', 'public%22).', 'public%E2%80%9D', 'public./'])(
    'leads to its page with punctuation at its end: %s',
    async (pasted) => {
      const { statusCode, headers } = await get(`/donate/${pasted}?from=chat`);
      expect([statusCode, headers['location']]).toEqual([302, '/donate/public?from=chat']);
    },
  );

  it('of a donation does so too, and what is whole, or no link at all, leads nowhere else', async () => {
    const { headers } = await get('/donate/public/0b5c-4d.');
    expect(headers['location']).toBe('/donate/public/0b5c-4d');
    for (const path of ['public', 'public/', 'public/0b5c-4d', 'a.b', 'public/x/y.', '%2F%2Fevil.example.'])
      expect((await get(`/donate/${path}`)).statusCode, path).toBe(200);
  });

  it('is told of in the language that is asked for, packed, and not again when nothing has changed', async () => {
    const reply = await get('/donate/public/123', { 'accept-language': 'es-MX', 'accept-encoding': 'gzip' });
    const body = gunzipSync(reply.rawPayload).toString();
    expect(contentOf(body, 'og:title')).toBe('Apoya a lumen_kat');
    expect(contentOf(body, 'og:image')).toBe('https://brava.example/share/public/es.png');
    expect(body).toContain('<html lang="es">');
    expect(body).toContain('<p>Cargando</p>');
    expect(body).toContain('>¿Tarda demasiado? Recarga la página</a>');
    const again = await get('/donate/public/123', {
      'accept-language': 'es-MX',
      'if-none-match': String(reply.headers['etag']),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('names what its page asks for first: scripts of its language and its step, and calls', async () => {
    const [config, form] = ['/api/config', '/api/donations/page/public'];
    expect(await preloads('/donate/public')).toEqual(['/assets/en.js', config, form]);
    expect(await preloads('/donate/public/', { 'accept-language': 'es' })).toEqual([
      '/assets/es.js',
      config,
      form,
    ]);
    for (const url of ['/donate/nobody', '/donate/secret'])
      expect(await preloads(url), url).toEqual(['/assets/en.js', config]);
    expect(await preloads('/donate/secret/12-ab')).toEqual([
      '/assets/en.js',
      '/assets/pay.js',
      config,
      '/api/donations/public/12-ab',
    ]);
    expect(await preloads('/donate/public/%22%3E', { 'accept-language': 'es' })).toEqual([
      '/assets/es.js',
      '/assets/pay.js',
      '/assets/pay-es.js',
      config,
    ]);
  });

  it('never says the secret code, also where it was asked for by it', async () => {
    expect((await get('/donate/secret')).body).not.toContain('secret');
  });

  it('of nobody, or while the database is away, is that of the product, and the page is there', async () => {
    for (const url of ['/donate/nobody', '/donate/a%00', `/donate/${'x'.repeat(90)}`]) {
      const { statusCode, body } = await get(url);
      expect([statusCode, contentOf(body, 'og:title')]).toEqual([200, 'Donate – Brava']);
      expect(contentOf(body, 'og:image')).toBe('https://brava.example/share/brava/en.png');
    }
    isAway = true;
    expect((await get('/donate/public')).statusCode).toBe(200);
    isAway = false;
  });

  it('is looked up no more by who asks too often, and still answered', async () => {
    const from = { remoteAddress: '192.0.2.7', method: 'GET' as const, url: '/donate/public' };
    for (let times = 0; times < lookedUp; times += 1) await app.inject(from);
    asked.length = 0;
    const { statusCode, headers, body } = await app.inject(from);
    expect([statusCode, asked, headers['retry-after']]).toEqual([200, [], undefined]);
    expect(contentOf(body, 'og:title')).toBe('Donate – Brava');
    expect((await app.inject({ ...from, url: '/share/public/en.png' })).statusCode).toBe(429);
  });
});

describe('the picture', () => {
  it('is a PNG of 1200 × 630 with the name in it, for whoever asks for the same one again too', async () => {
    const { statusCode, headers, rawPayload } = await get('/share/public/en.png');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height, pixels } = fromPng(rawPayload);
    expect([width, height]).toEqual([1200, 630]);
    const plain = fromPng((await get('/share/nobody/en.png')).rawPayload);
    expect(pixels).not.toEqual(plain.pixels);
    const again = await get('/share/public/en.png', { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each(['/share/public/fr.png', '/share/public', '/share/public/..%2f..%2fpackage.json', '/share/'])(
    '%s is nothing',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );

  it('holds every name that there can be within its margins', async () => {
    const card = fromPng((await get('/share/nobody/en.png')).rawPayload);
    const blank = { ...card, pixels: new Uint8Array(card.pixels.length) };
    const letters = readLetters();
    for (const name of ['abc', 'W'.repeat(20), '_-g_-', 'ABCDEFGHIJKLMNOPQRST', '0123456789uvwxyzUVWX']) {
      const { pixels } = drawName(blank, name, letters) ?? blank;
      const inked = [...pixels.keys()].filter((at) => pixels[at] !== 0);
      const columns = inked.map((at) => at % 1200);
      expect(inked.length).toBeGreaterThan(1000);
      expect(columns.reduce((least, x) => Math.min(least, x))).toBeGreaterThanOrEqual(78);
      expect(columns.reduce((most, x) => Math.max(most, x))).toBeLessThan(1124);
    }
    expect(drawName(blank, 'émile', letters)).toBeNull();
  });

  it('is drawn a limited number of times in a second, and once for each name', async () => {
    let now = 0;
    const pictures = createSharePictures(() => now);
    const draw = (from: number) =>
      Promise.all(Array.from({ length: 15 }, (_, at) => pictures.of(`name${from + at}`, 'en')));
    const first = await draw(0);
    expect((await draw(0)).every((picture, at) => picture === first[at])).toBe(true);
    expect((await draw(15)).filter((picture) => picture === null)).toHaveLength(10);
    now = 1000;
    expect(await pictures.of('name29', 'en')).not.toBeNull();
  });

  it('keeps what was drawn beforehand small', async () => {
    for (const name of ['support-en', 'support-es', 'brand-en', 'brand-es']) {
      const { size } = await stat(new URL(`pictures/${name}.png`, import.meta.url));
      expect(size).toBeLessThan(30_000);
    }
    const grey = { width: 2, height: 2, pixels: Uint8Array.from([0, 1, 254, 255]), palette: null };
    expect(fromPng(await toPng(grey))).toEqual(grey);
    expect(() => fromPng(Buffer.alloc(8))).toThrow('none of ours');
  });
});

import { expect, type Page } from '@playwright/test';
import { openAs, registerStreamer, type Streamer } from './desk-journey.ts';
import { gzippedLength, watchRequests } from './gzipped-length.ts';
import { desktop, phone, test } from './watched-page.ts';

/** What only later steps or other pages need, by words that stand in its code whatever its files are called. */
const laterParts = {
  'the socket': 'EIO',
  'the QR code': 'Data too long',
  'wallets of the browser': 'wallet-standard:app-ready',
  'the calls of the streamer’s area': '/alerts/',
  'the form library': 'onTouched',
  'the connection to OBS': 'obs-websocket',
};

let streamer: Streamer;
test.beforeAll(async ({ baseURL }) => {
  streamer = await registerStreamer(baseURL ?? '');
});

/** The scripts that a page loads by itself, until nothing more comes. */
async function firstScripts(page: Page, address: string): Promise<string[]> {
  const { scripts } = watchRequests(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  return [...scripts];
}

const light = [
  { what: 'the landing page', addressOf: () => '/', mostBytes: 90_000 },
  {
    what: 'the form of a donation page',
    addressOf: ({ donationLink }: Streamer) => `/donate/${donationLink}`,
    mostBytes: 125_000,
  },
];
for (const { what, addressOf, mostBytes } of light) {
  test(`${what} loads at most ${mostBytes / 1000} KB of script, gzipped, and nothing for later`, async ({
    openPage,
  }) => {
    const page = await openPage(phone);
    const scripts = await firstScripts(page, addressOf(streamer));
    const lengths = await Promise.all(scripts.map(gzippedLength));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    test.info().annotations.push({ type: 'weight', description: `${what}: ${total} bytes` });
    console.info(`${what}: ${total} bytes of script in ${scripts.length} files`);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(mostBytes);
    const code = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
    for (const [part, mark] of Object.entries(laterParts)) {
      expect(code.join('\n').includes(mark), part).toBe(false);
    }
  });
}

test('the marks of the later parts are in the pages that use them', async ({ openPage }) => {
  const page = await openPage(desktop);
  const { scripts } = watchRequests(page);
  await openAs(page, streamer, '/app');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const code = (await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()))).join('\n');
  for (const mark of [laterParts['the socket'], laterParts['the calls of the streamer’s area']]) {
    expect(code).toContain(mark);
  }
});

test('no page asks another origin for anything', async ({ openPage, baseURL }) => {
  const page = await openPage(desktop);
  const { all } = watchRequests(page);
  const { donationLink } = streamer;
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('token', token), streamer.token);
  const addresses = ['/', '/register', `/donate/${donationLink}`, '/guide', '/api/docs', '/dock'];
  for (const address of [
    ...addresses,
    '/app',
    '/app/donations',
    '/app/wallet',
    '/app/widgets',
    '/app/settings',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('load');
  }
  const others = [...all].filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== baseURL);
  expect(others).toEqual([]);
  expect(all.size).toBeGreaterThan(50);
});

import { expect, type Page } from '@playwright/test';
import { createDonation, noNetwork, test } from './donate-journey.ts';
import { phone } from './watched-page.ts';

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** Bytes of a script as the server sends it to whoever takes gzip. */
async function gzippedLength(url: string): Promise<number> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  expect(reply.headers.get('content-encoding'), url).toBe('gzip');
  await reply.arrayBuffer();
  return Number(reply.headers.get('content-length'));
}

/** The addresses of the scripts that a page loads, as they come. */
function listScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  return scripts;
}

async function contentOf(urls: Iterable<string>): Promise<string> {
  const texts = await Promise.all([...urls].map(async (url) => await (await fetch(url)).text()));
  return texts.join('\n');
}

for (const locale of ['en-US', 'es-ES']) {
  test(`the form loads at most 125 KB of script, gzipped, for a donor who reads ${locale}`, async ({
    openDonor,
    streamer,
  }) => {
    const page = await openDonor({ ...phone, locale });
    const scripts = listScripts(page);
    await page.goto(`/donate/${streamer.donationLink}`, { waitUntil: 'networkidle' });
    await expect(page.locator('form button[type=submit]')).toBeVisible();
    const lengths = await Promise.all([...scripts].map(gzippedLength));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    test.info().annotations.push({ type: 'weight', description: `${total} bytes in ${scripts.size} files` });
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(125_000);
  });
}

test('the payment step comes while the form is filled in; its socket, code and wallets once it stands', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const scripts = listScripts(page);
  await page.goto(`/donate/${streamer.donationLink}`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Create Donation' })).toBeVisible();
  const first = new Set(scripts);
  const later = () => contentOf([...scripts].filter((url) => !first.has(url)));
  await page.getByLabel(/^Message/).focus();
  await expect.poll(later).toContain('Donation Created!');
  await page.waitForLoadState('networkidle');

  const ofPayment = {
    socket: 'donation_connect',
    code: 'Data too long',
    wallets: 'wallet-standard:app-ready',
  };
  const before = (await contentOf(first)) + (await later());
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the payment' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const after = await later();
  for (const [part, mark] of Object.entries(ofPayment)) {
    expect.soft(before.includes(mark), `${part} with the form`).toBe(false);
    expect.soft(after.includes(mark), `${part} at the payment step`).toBe(true);
  }
});

test('a payment step that could not be loaded beforehand is loaded when it is needed', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  await page.goto(`/donate/${streamer.donationLink}`, { waitUntil: 'networkidle' });
  const missed = page.waitForEvent('requestfailed');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByLabel(/^Message/).focus();
  await missed;
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
});

for (const step of ['form', 'donation'] as const) {
  test(`what the page of a ${step} begins with is asked for before its script is there, and once`, async ({
    openDonor,
    streamer,
  }) => {
    const page = await openDonor(phone);
    const { donationLink } = streamer;
    const donation = await createDonation(page, donationLink);
    const [path, call, heading] =
      step === 'form'
        ? [`/donate/${donationLink}`, `page/${donationLink}`, `Support ${streamer.username}`]
        : [donation.path, `public/${donation.id}`, 'Donation Created!'];
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    const calls = (api: string) => asked.filter((pathname) => pathname === `/api/${api}`);
    // Every script is held back until the calls are on their way.
    const isAsked = Promise.all([
      page.waitForRequest(`**/api/donations/${call}`),
      page.waitForRequest('**/api/config'),
    ]);
    await page.route('**/assets/*.js', async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByText('Solana Devnet', { exact: true })).toBeVisible();
    expect(calls(`donations/${call}`)).toHaveLength(1);
    expect(calls('config')).toHaveLength(1);
  });
}

test('the form can be filled in soon on a slow phone: slow 4G, a quarter of the processor', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slow4g);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(noteWhenUsable);
  await page.goto(`/donate/${streamer.donationLink}`, { waitUntil: 'commit' });
  const usableMs = await page.waitForFunction(() => (window as Usable).usableMs, null, { timeout: 30_000 });
  const ms = Math.round(Number(await usableMs.jsonValue()));
  test.info().annotations.push({ type: 'usable', description: `${ms} ms` });
  // The goal is 2 s on a machine that does nothing else; the tests' machine may be busy.
  expect(ms).toBeLessThan(8000);
});

type Usable = Window & { usableMs?: number };

/** Runs in the page: the time from its address to the frame in which the form can be filled in. */
function noteWhenUsable(): void {
  const watcher = new MutationObserver(() => {
    if (document.querySelector('form textarea') === null) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => ((window as Usable).usableMs = performance.now())));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

import { type BrowserContext, expect, test } from '@playwright/test';
import { registerStreamer, type Streamer } from './desk-journey.ts';
import { packed } from './poisoned-streamer.ts';
import { expectTexts, openWatched, type ScriptWatch } from './script-watch.ts';
import { xssPayloads } from './xss-payloads.ts';

test.use({ trace: 'off' });

// Null cannot stand in an address.
const writable = xssPayloads.map((text) => text.replaceAll('\u0000', ''));

let streamer: Streamer;
let context: BrowserContext;
let watch: ScriptWatch;
test.beforeEach(async ({ browser, baseURL }) => {
  if (baseURL === undefined) throw new Error('The configuration names the server.');
  streamer = await registerStreamer(baseURL);
  const opened = await openWatched(browser, baseURL, streamer.token);
  ({ context } = opened);
  watch = opened;
});
test.afterEach(async () => {
  expect(watch.deeds).toEqual([]);
  await context.close();
});

test.describe('the watch itself', () => {
  test('sees what these texts do where they are taken for markup', async () => {
    const page = await context.newPage();
    // The same origin without any policy: here whatever can run does.
    await page.route('**/control', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await page.goto('/control');
    const unseen: string[] = [];
    for (const text of xssPayloads.filter((payload) => /^["'\]\-/<>\w]*<\w/.test(payload))) {
      await page.evaluate((html) => void (document.body.innerHTML = `<p>${html}</p>`), text);
      const isSeen = (await watch.strangers(page)).length > 0 || watch.deeds.splice(0).length > 0;
      if (!isSeen) unseen.push(text);
    }
    expect(unseen.length, unseen.join('\n')).toBeLessThan(6);
    await page.evaluate(() => void (document.body.innerHTML = '<img src=x onerror=alert(1)>'));
    await expect.poll(() => watch.deeds.splice(0).join()).toContain('ran alert');
    // What was asked for elsewhere by the last of them may still be told.
    await page.close();
    watch.deeds.length = 0;
  });

  test('hears the policy of our pages refuse what a script of an attacker would do', async () => {
    const page = await context.newPage();
    await page.goto('/login');
    const thrown = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<img src=x onerror=alert(1)>';
        return 'nothing';
      } catch (error) {
        return String(error);
      }
    });
    expect(thrown).toContain('TrustedHTML');
    await expect.poll(() => watch.deeds.splice(0).join()).toContain('require-trusted-types-for');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'javascript:alert(1)';
      document.body.append(link);
      link.click();
    });
    await expect.poll(() => watch.deeds.splice(0).join()).toMatch(/script-src|trusted-types/);
    expect(await watch.strangers(page)).toHaveLength(1);
    watch.deeds.length = 0;
  });

  test('has sixty texts, none of them twice', () => {
    expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
    expect(xssPayloads.length).toBeGreaterThanOrEqual(60);
  });
});

test('what stands in an address is text, or nothing', async () => {
  const page = await context.newPage();
  const trimmed = writable.map((text) => text.trim());
  const all = writable.map((text) => encodeURIComponent(text));
  const query = `?${all.map((text, at) => `q${at}=${text}`).join('&')}&next=${all[0]}&search=${all[2]}&status=${all[3]}`;
  const hash = `#${all.join('/')}`;
  const paths = ['/', '/login', '/register', '/guide', '/guide/obs', '/dock', '/api/docs'];
  const ofStreamer = ['/app', '/app/donations', '/app/widgets', '/app/settings', '/app/webhooks'];
  for (const path of [...paths, ...ofStreamer]) await watch.visit(page, path + query + hash);

  await page.goto('/app/donations');
  const search = page.getByPlaceholder('Search donations...');
  for (const text of packed(trimmed, 100).filter((_, at) => at % 6 === 0)) {
    await page.goto(`/app/donations?page=1&search=${encodeURIComponent(text)}&status=${all[1]}`);
    await expect(search).toHaveValue(text);
  }
  await watch.expectHarmless(page);

  for (const text of packed(writable, 1200)) {
    const segment = encodeURIComponent(text);
    for (const path of ['/', '/donate/', '/guide/', '/widget/', '/app/', '/assets/'])
      await watch.visit(page, `${path}${segment}?preview=1`);
  }
  for (const path of [`/widget/${all[0]}/goal?preview=1`, `/donate/${streamer.donationLink}/${all[2]}`])
    await watch.visit(page, path);
  await watch.visit(page, `/donate/${all[5]}`);
  await expect(page.getByRole('heading', { name: 'Donation Link Not Found' })).toBeVisible();
});

test('what a browser has kept is text, or nothing, and never keeps a page from opening', async ({
  baseURL,
}) => {
  const all = xssPayloads.join(' ').replaceAll('\u0000', '');
  await context.addCookies(
    ['language', 'token', 'theme', '__proto__'].map((name) => ({
      name,
      value: encodeURIComponent('"><script>alert(1)</script>'),
      url: `${baseURL}`,
    })),
  );
  await context.addInitScript(
    ([text, link]) => {
      if (location.protocol !== 'http:') return;
      const words = { donatorName: text.slice(0, 50), message: text.slice(0, 500) };
      const clip = { url: 'javascript:alert(1)', originalName: text, size: 1, duration: 1, fileName: text };
      for (const key of ['desk-sound', 'dock-token', 'language', 'theme']) localStorage.setItem(key, text);
      sessionStorage.setItem('dock-token', text);
      sessionStorage.setItem('username-typed', text);
      localStorage.setItem(`last-donation:${link}`, `${Date.now()} ${text}`);
      sessionStorage.setItem(`donation-draft:${link}`, JSON.stringify({ words, clip, clipAtMs: Date.now() }));
    },
    [all, streamer.donationLink] as const,
  );
  const page = await context.newPage();
  for (const path of ['/', '/login', '/register', '/app', '/dock', '/guide']) {
    await watch.visit(page, path);
    await expect(page.locator('h1, main').first()).toBeAttached();
  }
  await page.goto(`/donate/${streamer.donationLink}`);
  await expectTexts(page, [all.slice(0, 400)]);
  await watch.expectHarmless(page);
});

test('drafts that were kept are text, or nothing, and never keep a page from opening', async ({
  request,
}) => {
  const all = writable.join(' ');
  const headers = { authorization: `Bearer ${streamer.token}` };
  const { id } = (await (await request.get('/api/users/me', { headers })).json()) as { id: string };
  const drafts = (texts: unknown) =>
    JSON.stringify([
      [`${id}:goal`, { title: texts, target: texts, offset: texts }],
      [`${id}:alerts`, { ownWords: texts, allowedWords: texts, clipMinimumAmount: texts, wordAction: texts }],
      [`${id}:donations`, { cardColor: texts, gradientType: texts, customGradient: texts, nameColor: texts }],
      [`${id}:payout`, { address: texts }],
      [`${id}:steps`, texts],
      texts,
    ]);
  const page = await context.newPage();
  await page.goto('/guide');
  for (const kept of [
    drafts(all.slice(0, 500)),
    drafts([null]),
    drafts({ text: all }),
    all,
    '{"a":',
    'null',
  ]) {
    for (const path of ['/app/widgets', '/app/settings']) {
      await page.evaluate((text) => sessionStorage.setItem('drafts', text), kept);
      await watch.visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Widgets|Settings/);
    }
  }
  await page.evaluate((text) => sessionStorage.setItem('drafts', text), drafts(all.slice(0, 500)));
  await page.goto('/app/widgets');
  await expect(page.getByLabel('What you collect for')).toHaveValue(all.slice(0, 500));
  await watch.expectHarmless(page);
});

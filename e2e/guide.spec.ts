import { expect, type Page } from '@playwright/test';
import { chapters } from '#web/features/guide/chapters.ts';
import { axeViolationsAsShown } from './axe-violations.ts';
import { desktop, phone, test } from './watched-page.ts';

const widths = { desktop, phone };
const paths = ['/guide', ...chapters.map(({ slug }) => `/guide/${slug}`)];

for (const [device, options] of Object.entries(widths)) {
  for (const language of ['en', 'es'] as const) {
    test(`every chapter is whole on a ${device} in ${language}`, async ({ openPage, baseURL }) => {
      // The pages' own policy would keep the accessibility check out.
      const colorScheme = device === 'phone' ? 'light' : 'dark';
      const page = await openPage({ ...options, bypassCSP: true, reducedMotion: 'reduce', colorScheme });
      await page.context().addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path !== '/guide') await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await brokenPictures(page), path).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
        expect(await axeViolationsAsShown(page), path).toEqual([]);
      }
    });
  }
}

test('every link of the guide leads somewhere, and every anchor to a section', async ({ openPage }) => {
  const page = await openPage(desktop);
  const seen = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    if (path !== '/guide') await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const href of links.filter((one) => one.startsWith(new URL(page.url()).origin))) {
      const { pathname, hash } = new URL(href);
      if (hash !== '' && pathname === path) await expect(page.locator(hash), href).toHaveCount(1);
      seen.add(pathname);
    }
  }
  for (const pathname of seen) expect((await page.request.get(pathname)).status(), pathname).toBe(200);
});

test('an address with an anchor opens at its section, and the next chapter at its top', async ({
  openPage,
}) => {
  const page = await openPage({ ...desktop, reducedMotion: 'reduce' });
  await page.goto('/guide/alerts#moderators');
  const section = page.getByRole('heading', { name: 'Moderators', exact: true });
  await expect(section).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await page.getByRole('link', { name: /Next/ }).click();
  await expect(page).toHaveURL(/\/guide\/widgets$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Widgets/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('the way back leads to where a chapter was left, and the way forward too', async ({ openPage }) => {
  const page = await openPage({ ...desktop, reducedMotion: 'reduce' });
  await page.goto('/guide/alerts');
  await page.getByRole('heading', { name: 'Moderators', exact: true }).scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => scrollY);
  const left = await scrolled();
  expect(left).toBeGreaterThan(500);
  await page.getByRole('link', { name: /Next/ }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Widgets/);
  await expect.poll(scrolled).toBe(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBeGreaterThan(300);
  const leftThen = await scrolled();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[Aa]lerts/);
  await expect.poll(scrolled).toBe(left);
  await page.goForward();
  await expect.poll(scrolled).toBe(leftThen);
});

test('the guide is read by keyboard alone', async ({ openPage }) => {
  const page = await openPage({ ...phone, hasTouch: false, isMobile: false, reducedMotion: 'reduce' });
  await page.goto('/guide/obs');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const contents = page.getByRole('button', { name: 'Chapters' });
  await contents.focus();
  await page.keyboard.press('Enter');
  await expect(contents).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guide\/other-tools$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(contents).toHaveAttribute('aria-expanded', 'false');
});

test('a chapter that does not exist leads back to the guide', async ({ openPage }) => {
  const page = await openPage(desktop);
  await page.goto('/guide/nothing');
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/guide$/);
});

test('the white paper comes as a PDF', async ({ request }) => {
  const reply = await request.get('/white-paper.pdf');
  expect(reply.status()).toBe(200);
  expect(reply.headers()['content-type']).toBe('application/pdf');
  expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

/** Loads every picture of the page, also those below the window, and names those that do not show. */
async function brokenPictures(page: Page): Promise<string[]> {
  return page.locator('img').evaluateAll(async (all) => {
    const pictures = all as HTMLImageElement[];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    const broken = pictures.filter(
      ({ naturalWidth, width, alt }) => naturalWidth * width === 0 || alt === '',
    );
    return broken.map(({ src }) => src);
  });
}

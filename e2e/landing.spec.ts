import { expect, type Page } from '@playwright/test';
import { desktop, phone, test } from './watched-page.ts';

const widths = {
  phone,
  tablet: { viewport: { width: 1024, height: 800 } },
  desktop,
};
const places = [
  ['White paper', '/white-paper.pdf'],
  ['Guide', '/guide'],
  ['Sign In', '/login'],
  ['Get Started', '/register'],
] as const;
const headings = [
  'Accept Solana donations on your stream',
  'Why choose Brava?',
  'Instant Donations',
  'Secure & Decentralized',
  'Global Access',
  'Low Fees',
  'How it works',
  'Create Account',
  'Share Link',
  'Add to OBS',
];

/** Colours and place of the sample card, as they are painted. */
async function sampleCard(page: Page) {
  const styleOf = (part: string) =>
    page.locator(`.alert-card${part}`).evaluate((element) => {
      const { color, backgroundImage, backgroundColor } = getComputedStyle(element);
      return { color, backgroundImage, backgroundColor };
    });
  return {
    box: await page.locator('.alert-card').boundingBox(),
    styles: await Promise.all(['-name', '-amount', '-message', '-body', '-ring'].map(styleOf)),
  };
}

for (const [device, options] of Object.entries(widths)) {
  test(`everything of the landing page is there on a ${device}`, async ({ openPage }) => {
    const page = await openPage(options);
    await page.goto('/');
    for (const name of headings) await expect(page.getByRole('heading', { name })).toBeVisible();
    const toRegister = ['Start Accepting Donations', 'Create Your Account'];
    for (const name of toRegister) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/register');
    }
    await expect(page.getByText('New Donation', { exact: true })).toBeVisible();
    await expect(page.locator('.alert-card-amount')).toHaveText('0.100000 SOL');
    await expect(page.getByText('No chargebacks', { exact: false })).toBeVisible();
    await expect(page.getByText('Join thousands of streamers')).toBeVisible();
    await expect(page.getByText('Built on Solana blockchain')).toBeVisible();
    if (device === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [name, href] of places) {
      await expect(nav.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    await expect(nav.getByRole('link', { name: 'White paper' })).toHaveAttribute('target', '_blank');
    // This installation names no social page.
    await expect(nav.getByRole('link', { name: 'Follow us' })).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('nothing of the Spanish landing page is cut off at 320 px', async ({ openPage, baseURL }) => {
  const page = await openPage({ ...phone, viewport: { width: 320, height: 700 } });
  await page.context().addCookies([{ name: 'language', value: 'es', url: baseURL ?? '' }]);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Empieza a recibir donaciones' })).toBeVisible();
  // The sample card slides in from beyond the edge.
  await expect
    .poll(() =>
      page
        .locator('h1, h2, h3, p, .btn')
        .evaluateAll((all) =>
          all
            .filter((element) => element.getBoundingClientRect().right > innerWidth)
            .map((element) => element.textContent),
        ),
    )
    .toEqual([]);
});

test('the menu of a phone opens and closes by keyboard, and gives the focus back', async ({ openPage }) => {
  const page = await openPage(phone);
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Open menu' });
  const close = page.getByRole('button', { name: 'Close menu' });
  // The page is there before its script, which then takes it over.
  await expect(async () => {
    await open.press('Enter', { timeout: 1000 });
    await expect(close).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'White paper' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await expect(page.getByRole('link', { name: 'White paper' })).toBeHidden();
});

test('without script the page can be read, its links lead on, and the card is painted', async ({
  openPage,
}) => {
  const page = await openPage({ ...phone, javaScriptEnabled: false });
  await page.goto('/');
  await expect(page).toHaveTitle('Accept Solana donations on your stream – Brava');
  for (const name of headings) await expect(page.getByRole('heading', { name })).toBeVisible();
  for (const [name] of places) await expect(page.getByRole('link', { name }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expect(page.locator('[style]')).toHaveCount(0);
  await expect(page.locator('.alert-card-amount')).toHaveText('0.100000 SOL');
  for (const words of ['Solana Devnet', 'Sandbox', /^Test money only/])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
});

test('whoever is signed in is led to the dashboard, and to the sign-in once that is over', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('token', 'kept'));
  await page.reload();
  await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/app');
  for (const name of ['Sign In', 'Get Started']) await expect(nav.getByRole('link', { name })).toHaveCount(0);
  await expect(page.getByText('Solana Devnet', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('token');
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
  await expect(nav.getByRole('link', { name: 'Get Started' })).toBeVisible();
});

test('the script changes nothing that is seen', async ({ openPage }) => {
  const still = { ...desktop, reducedMotion: 'reduce' } as const;
  const plain = await openPage({ ...still, javaScriptEnabled: false });
  await plain.goto('/');
  const live = await openPage(still);
  await live.goto('/');
  // The paint comes from the script once that has run.
  await expect(live.locator('.alert-card')).toHaveAttribute('style', /--alert-cone/);
  expect(await sampleCard(live)).toEqual(await sampleCard(plain));
});

test('the card comes in once and the bars rise after it; whoever wants no motion gets none', async ({
  openPage,
}) => {
  const moving = await openPage(desktop);
  await moving.goto('/');
  const timings = await moving.evaluate(() =>
    document.getAnimations().map((animation) => {
      const { delay, duration, iterations } = animation.effect?.getComputedTiming() ?? {};
      return { name: (animation as CSSAnimation).animationName, delay, duration, iterations };
    }),
  );
  expect(timings).toContainEqual({ name: 'alert-card-in', delay: 450, duration: 450, iterations: 1 });
  expect(timings).toContainEqual({ name: 'crowd-rise', delay: 900, duration: 600, iterations: 1 });
  const still = await openPage({ ...desktop, reducedMotion: 'reduce' });
  await still.goto('/');
  expect(await still.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('a browser that prefers Spanish gets the page in Spanish, and can choose English for good', async ({
  openPage,
}) => {
  const page = await openPage({ ...desktop, locale: 'es-MX' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page).toHaveTitle('Recibe donaciones de Solana en tu directo – Brava');
  await expect(page.getByRole('heading', { name: '¿Por qué elegir Brava?' })).toBeVisible();
  const description = page.locator('meta[property="og:description"]');
  await expect(description).toHaveAttribute('content', /enlace de donación/);
  await expect(page.getByRole('button', { name: 'Español' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Why choose Brava?' })).toBeVisible();
});

test('the language of the cookie wins also without script', async ({ openPage, baseURL }) => {
  const page = await openPage({ ...phone, javaScriptEnabled: false });
  await page.context().addCookies([{ name: 'language', value: 'es', url: baseURL ?? '' }]);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('link', { name: 'Empieza a recibir donaciones' })).toBeVisible();
});

test('the way home from another page and back again', async ({ openPage }) => {
  const page = await openPage(desktop);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Brava' }).first().click();
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Username')).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { gradientLabels } from '#contract/gradient.ts';
import { button, field } from './page-parts.ts';
import { openSignedIn } from './streamer-account.ts';
import { desktop, test } from './watched-page.ts';

/** The form with the page's own save button: others stand below it. */
const form = (page: Page) => page.locator('form', { has: button(page, 'Save Settings') });
const cards = (page: Page) => page.locator('.preview .alert-card');
const paintOf = (page: Page, property: string) =>
  cards(page).evaluateAll(
    (all, name) => all.map((card) => (card as HTMLElement).style.getPropertyValue(name)),
    property,
  );

test('each of the twelve styles, a gradient of one’s own and every colour is seen in the preview at once', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(form(page).getByRole('radio')).toHaveCount(12);
  const seen = new Set<string>();
  for (const label of Object.values(gradientLabels)) {
    await page.getByText(label, { exact: true }).click();
    await expect(page.getByRole('radio', { name: label })).toBeChecked();
    const looks = await Promise.all([paintOf(page, '--alert-background'), paintOf(page, '--alert-cone')]);
    expect(new Set(looks[0]).size).toBe(1);
    seen.add(looks.map(([first]) => first).join());
  }
  expect(seen.size).toBe(12);
  const gradient = 'linear-gradient(90deg, #400000, #000040)';
  await field(page, 'Custom CSS gradient').fill(gradient);
  await expect.poll(() => paintOf(page, '--alert-background')).toEqual([gradient, gradient, gradient]);
  const unusable = page.getByText('This is not a gradient that a card can show.');
  await expect(unusable).toHaveCount(0);
  for (const none of ['blue', 'linear-gradient(90deg, #400000', 'linear-gradient(nowhere, #40)']) {
    await field(page, 'Custom CSS gradient').fill(none);
    await expect(unusable).toBeVisible();
  }
  await field(page, 'Custom CSS gradient').fill(gradient);
  await expect(unusable).toHaveCount(0);
  for (const [label, property] of [
    ['Name', '--alert-name'],
    ['Amount', '--alert-amount'],
    ['Message', '--alert-message'],
  ] as const) {
    await form(page).getByLabel(label, { exact: true }).fill('#abcdef');
    await expect.poll(async () => (await paintOf(page, property))[0]).toBe('#abcdef');
  }
  await expect(cards(page).first()).toContainText('0.100000 SOL');
  await button(page, 'Hide Preview').click();
  await expect(cards(page)).toHaveCount(0);
  await button(page, 'Show Preview').click();
  await expect(cards(page)).toHaveCount(3);
});

test('the note under the colours names the weakest, and turns amber below 4.5 to 1', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  const note = page.locator('.note', { hasText: 'to 1' });
  await expect(note).toHaveText(/All three are easy to read.*The weakest is Name with 7\.8 to 1\./);
  await expect(note).toHaveClass(/good/);
  await field(page, 'Message').fill('#333333');
  await expect(note).toHaveText(/Message is hard to read on this background: \d\.\d to 1, where 4\.5 is/);
  await expect(note).toHaveClass(/warn/);
});

test('what is saved is seen in an open overlay at once', async ({ account, openPage, request }) => {
  const headers = { authorization: `Bearer ${account.token}` };
  const { linkCode } = (await (await request.get('/api/donations/link', { headers })).json()) as {
    linkCode: string;
  };
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await overlay.goto(`/widget/${linkCode}`);
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await field(page, 'Amount').fill('#ff00aa');
  // One after the other, so that a card stands there for as long as saving may take.
  for (let alerts = 0; alerts < 3; alerts += 1) await request.post('/api/alerts/test', { headers });
  const card = overlay.locator('.alert-card');
  const amounts = () =>
    card.evaluateAll((all) =>
      all.map((one) => (one as HTMLElement).style.getPropertyValue('--alert-amount')),
    );
  await expect.poll(amounts).toEqual(['#fbbf24']);
  await button(page, 'Save Settings').click();
  await expect.poll(amounts).toEqual(['#ff00aa']);
});

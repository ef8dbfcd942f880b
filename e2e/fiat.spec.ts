import { expect, type Page } from '@playwright/test';
import type { SolPrice } from '#contract/fiat.ts';
import { price, type PriceServer, startPriceServer } from '#server/test/stand-ins/price-server.ts';
import { openAs, openOverlay, registerStreamer, widgetUrlOf } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

let source: PriceServer;
test.beforeAll(async () => {
  source = await startPriceServer('151.2045');
});
const server = forFile(() =>
  startJourneyServer({
    gapMs: 20,
    environment: {
      FIAT_CURRENCY: 'EUR',
      FIAT_PRICE_URL: source.url,
      FIAT_PRICE_PATH: 'solana.eur',
    },
  }),
);
test.afterAll(() => source.close());

const about = (page: Page, text: string) => page.getByText(`≈\u00a0${text}`).first();

test('donor and streamer read about what it is worth, and the card says so once the streamer wants it', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const donor = await openPage(phone);
  await donor.goto(`${server.url}/donate/${kat.donationLink}`);
  await expect(about(donor, '€0.30')).toBeVisible();
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  await expect(about(donor, '€0.30')).toBeVisible();

  const settings = await openPage(desktop);
  await openAs(settings, kat, `${server.url}/app/settings`);
  await expect(about(settings, '€0.30')).toBeVisible();
  const show = settings.getByRole('switch', { name: 'Show the value in EUR on cards' });
  await expect(show).not.toBeChecked();
  await show.click();
  await settings.getByRole('button', { name: 'Save alert settings' }).click();
  await expect(settings.locator('.toast')).toBeVisible();
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, await widgetUrlOf(server.url, kat));

  await donor.getByRole('button', { name: /faucet/ }).click();
  await expect(donor.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(donor.getByText('≈\u00a0€0.30 when you paid.')).toBeVisible();
  await expect(overlay.locator('.alert-card-sum')).toHaveText('0.002000 SOL≈\u00a0€0.30');

  await settings.goto(`${server.url}/app/donations`);
  const value = settings.locator('.dlist .fiat');
  await expect(value).toHaveText('≈\u00a0€0.30');
  await expect(value).toHaveAttribute('title', /at €151\.2045 for 1 SOL$/);
  await settings.goto(`${server.url}/app`);
  await expect(settings.getByText('≈\u00a0€0.30 now')).toBeVisible();
});

/** Moves every price back in time, and waits until the server knows. */
async function growOlder(minutes: number): Promise<void> {
  await server.write(`update sol_prices set read_at = read_at - interval '${minutes} minutes'`);
  await server.write("insert into events (room, name, body) values ('prices', 'pages_changed', '{}')");
}
const priceNow = async () =>
  (await (await fetch(`${server.url}/api/price`)).json()) as { price: SolPrice | null };

test('an old price says of when it is, and then nothing is shown', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  source.answer(price('0'));
  await growOlder(10);
  await expect.poll(async () => Date.parse((await priceNow()).price?.staleAt ?? '') < Date.now()).toBe(true);
  const page = await openPage({ ...desktop, locale: 'es-ES', timezoneId: 'UTC' });
  await openAs(page, kat, `${server.url}/app`);
  await expect(page.getByText(/≈\u00a00,30\u00a0€ precio de las? \d+:\d\d/)).toBeVisible();
  await growOlder(20);
  await expect.poll(priceNow).toEqual({ price: null });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/≈/)).toHaveCount(0);
});

import { expect } from '@playwright/test';
import type { RouteReply } from '#contract/routes.ts';
import { toastOf } from './donate-journey.ts';
import { openSignedIn } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

test('a streamer offers amounts, a donor taps one, and link, code and faucet ask for it, over a reload too', async ({
  account,
  openPage,
  request,
}) => {
  const streamer = await openPage(desktop);
  await openSignedIn(streamer, account.token, '/app/settings');
  for (const [place, typed] of ['0.5', '0,05', '0.02'].entries())
    await streamer.getByLabel(`Preset amount ${place + 1}`, { exact: true }).fill(typed);
  await streamer.getByRole('button', { name: 'Save Settings' }).click();
  await expect(toastOf(streamer, 'Settings updated successfully')).toBeVisible();
  await expect(streamer.getByLabel('Preset amount 1', { exact: true })).toHaveValue('0.02');
  await streamer.getByLabel('Minimum donation amount (SOL)').fill('0.03');
  await expect(
    streamer.getByText('Not offered, because they are below your minimum: 0.02', { exact: true }),
  ).toBeVisible();
  await streamer.getByRole('button', { name: 'Save Settings' }).click();
  await expect(streamer.getByText('Unsaved changes.')).toHaveCount(0);

  // A refused amount comes to the middle of the screen: without motion, or it moves under the next press.
  const donor = await openPage({ ...phone, reducedMotion: 'reduce' });
  const seen = () => request.get(`/api/donations/page/${account.donationLink}`);
  await expect
    .poll(async () => ((await (await seen()).json()) as { presetAmounts: number[] }).presetAmounts)
    .toEqual([0.05, 0.5]);
  await donor.goto(`/donate/${account.donationLink}`);
  await expect(donor.getByRole('radio')).toHaveCount(3);
  const other = donor.getByRole('radio', { name: 'Other amount' });
  const half = donor.getByRole('radio', { name: '0.5 SOL' });
  await half.click();
  await expect(half).toBeChecked();
  // Once more takes it back.
  await half.click();
  await expect(half).not.toBeChecked();
  await half.press('Space');
  await expect(half).toBeChecked();
  await donor.keyboard.press('ArrowRight');
  await expect(other).toBeChecked();
  await expect(other).toBeFocused();
  await donor.keyboard.press('Space');
  await expect(donor.getByLabel('Amount in SOL')).toHaveCount(0);
  await other.click();
  await expect(donor.getByLabel('Amount in SOL')).toBeFocused();
  await donor.getByLabel('Amount in SOL').fill('0.01');
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('alert')).toHaveText('Please enter at least 0.030000 SOL');
  await expect(donor.getByLabel('Amount in SOL')).toBeFocused();
  await donor.getByRole('radio', { name: '0.5 SOL' }).check();
  await donor.reload();
  await expect(donor.getByRole('radio', { name: '0.5 SOL' })).toBeChecked();
  await donor.getByRole('button', { name: 'Create Donation' }).click();

  const wallet = donor.getByRole('link', { name: 'Open in Wallet' });
  await expect(wallet).toHaveAttribute('href', /\?amount=0\.5&label=Donation$/);
  await expect(donor.getByText('Your amount')).toBeVisible();
  await donor.reload();
  await expect(wallet).toHaveAttribute('href', /\?amount=0\.5&label=Donation$/);
  await donor.getByRole('button', { name: 'Pay from the sandbox faucet' }).click();
  await expect(donor.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(donor.getByText('0.500000 SOL').first()).toBeVisible();
});

test('a donor hides name and amount: the overlay shows neither, the streamer sees both', async ({
  account,
  openPage,
  request,
}) => {
  const headers = { authorization: `Bearer ${account.token}` };
  const reply = await request.get('/api/donations/link', { headers });
  const { linkCode } = (await reply.json()) as RouteReply<'donationLink'>;
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await overlay.goto(`/widget/${linkCode}`);
  await expect(overlay.locator('html')).toHaveAttribute('data-connected', 'true');

  const donor = await openPage({ ...phone, locale: 'es-MX' });
  await donor.goto(`/donate/${account.donationLink}`);
  await donor.getByLabel('Nombre').fill('Zoë');
  await donor.getByRole('button', { name: 'Privacidad en el directo' }).click();
  await donor.getByText('Ocultar mi nombre en el directo').click();
  await donor.getByText('Ocultar el importe en el directo').click();
  await expect(donor.getByText('Tu nombre y el importe están ocultos')).toBeVisible();
  await donor.reload();
  await expect(donor.getByRole('switch', { name: 'Ocultar mi nombre' })).toBeChecked();
  await donor.locator('button[type=submit]').click();
  const hidden = donor.getByText('Ocultos en el directo: tu nombre y el importe');
  await expect(hidden).toBeVisible();
  await donor.getByRole('button', { name: /sandbox|pruebas/i }).click();
  await expect(donor.getByRole('heading', { name: '¡Gracias!' })).toBeVisible();
  await expect(hidden).toBeVisible();

  const card = overlay.locator('article');
  await expect(card).toHaveText(/^A\s*Anonymous\s*$/);
  await expect(card).not.toContainText('SOL');
  const streamer = await openPage(phone);
  await openSignedIn(streamer, account.token, '/app/donations');
  const row = streamer.getByRole('listitem').filter({ hasText: 'Zoë' });
  await expect(row).toContainText('Name and amount hidden on stream');
  await expect(row).toContainText('0.002000 SOL');
});

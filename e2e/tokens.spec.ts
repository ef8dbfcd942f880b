import { expect, type Page } from '@playwright/test';
import type { RouteReply } from '#contract/routes.ts';
import { callAs, openAs, openOverlay, registerStreamer, type Streamer, widgetUrlOf } from './desk-journey.ts';
import { toastOf } from './donate-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
const walletLink = (page: Page) => page.getByRole('link', { name: 'Open in Wallet' });

async function testToken(streamer: Streamer) {
  const { data } = await callAs<RouteReply<'myTokens'>>(server.url, streamer, 'GET', '/tokens');
  const [token] = data;
  if (token === undefined) throw new Error('The sandbox has no token.');
  return token;
}

test('a streamer takes a token, a donor pays in it on a phone, and it is on stream, in the list and in the wallet', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const streamer = await openPage(desktop);
  await openAs(streamer, kat, `${server.url}/app/settings`);
  await streamer.getByText('Take tUSDC').click();
  await expect(toastOf(streamer, 'Settings updated successfully')).toBeVisible();
  const minimum = streamer.getByLabel('Minimum donation in tUSDC');
  await minimum.fill('0.5');
  await streamer.getByRole('button', { name: 'Save minimum of tUSDC' }).click();
  await expect(streamer.getByText('The operator of this server has set at least 1.00 tUSDC')).toBeVisible();
  await expect(minimum).toBeFocused();
  await minimum.fill('2,5');
  await streamer.getByRole('button', { name: 'Save minimum of tUSDC' }).click();
  await expect(minimum).toHaveValue('2.5');
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, await widgetUrlOf(server.url, kat));

  const donor = await openPage({ ...phone, viewport: { width: 360, height: 740 } });
  await donor.goto(`${server.url}/donate/${kat.donationLink}`);
  const sol = donor.getByRole('radio', { name: /^SOL/ });
  await expect(sol).toBeChecked();
  const trust = donor.locator('.trust.below');
  await expect(trust).toContainText('passed on to the streamer’s wallet, less the network fee.');
  await sol.focus();
  await donor.keyboard.press('ArrowRight');
  await expect(donor.getByRole('radio', { name: 'tUSDC Test token' })).toBeChecked();
  await expect(trust).toContainText('passed on to the streamer’s wallet, every tUSDC of it.');
  const amount = donor.getByLabel('Amount in tUSDC');
  await amount.fill('1.1234567');
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('alert')).toHaveText(/at most 6 decimals/);
  await expect(amount).toBeFocused();
  await amount.fill('12,5');
  await sol.check();
  await donor.getByLabel('Amount in SOL').fill('0.5');
  await donor.getByRole('radio', { name: 'tUSDC Test token' }).check();
  await expect(amount).toHaveValue('12,5');
  await donor.getByLabel('Name').fill('Zoë');
  await donor.reload();
  await expect(amount).toHaveValue('12,5');
  await donor.getByRole('button', { name: 'Create Donation' }).click();

  const { mint } = await testToken(kat);
  await expect(walletLink(donor)).toHaveAttribute(
    'href',
    new RegExp(`^solana:\\w+\\?amount=12\\.5&spl-token=${mint}&label=Donation$`),
  );
  await expect(donor.getByText('Send tUSDC on Solana only.')).toBeVisible();
  await expect(donor.getByText('12.50 tUSDC')).toBeVisible();
  await expect(donor.locator('.note .whole')).toHaveText(mint);
  await donor.getByRole('button', { name: 'Pay from the sandbox faucet' }).click();
  await expect(donor.getByText('Your donation of 12.50 tUSDC has been received!')).toBeVisible();
  await expect(overlay.locator('article')).toHaveText(/Zoë\s*12\.50 tUSDC/);

  await streamer.goto(`${server.url}/app/donations`);
  await expect(row(streamer, 'Zoë')).toContainText('12.50 tUSDC');
  await expect(row(streamer, 'Zoë')).not.toContainText('SOL');
  await streamer.goto(`${server.url}/app/wallet`);
  const held = streamer.getByRole('region', { name: 'Tokens' });
  await expect(held).toContainText('12.50 tUSDC', { timeout: 30_000 });
  await streamer.goto(`${server.url}/app`);
  await expect(streamer.locator('.stats')).toContainText('12.50 tUSDC');
});

test('a part of a token asks for the rest, SOL beside it pays for nothing, and a hidden amount stays hidden', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const { mint } = await testToken(kat);
  await callAs(server.url, kat, 'PUT', `/tokens/${mint}`, { isOn: true, minAmount: '3' });
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, await widgetUrlOf(server.url, kat));
  const donor = await openPage({ ...phone, locale: 'es-MX' });
  const post = async (path: string, body: object) => {
    const reply = await donor.request.post(`${server.url}/api${path}`, { data: body });
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()) as { id: string };
  };
  const wish = { linkCode: kat.donationLink, donatorName: 'Ann', token: mint, hidesAmount: true };
  const { id } = await post('/donations', wish);
  await donor.goto(`${server.url}/donate/${kat.donationLink}/${id}`);
  await post('/sandbox/pay', { donationId: id, tokenAmount: '1.25' });
  await expect(donor.getByText('Llegaron 1.25 tUSDC.')).toBeVisible();
  await expect(donor.getByRole('link', { name: 'Abrir en la billetera' })).toHaveAttribute(
    'href',
    /amount=1\.75&spl-token=/,
  );
  await post('/sandbox/pay', { donationId: id, amount: 0.05 });
  await expect(donor.getByText('Llegaron 0.050000 SOL.')).toBeVisible();
  await donor.getByRole('button', { name: 'Pagar desde el grifo de pruebas' }).click();
  await expect(donor.getByText('¡Tu donación de 3.00 tUSDC ha llegado!')).toBeVisible();
  await expect(overlay.locator('article')).toHaveText(/Ann\s*$/);
});

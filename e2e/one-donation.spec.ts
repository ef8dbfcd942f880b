import { expect } from '@playwright/test';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { secretOn } from './desk-journey.ts';
import { listenToSound } from './sound-probe.ts';
import { desktop, phone, test } from './watched-page.ts';

const sandboxRpc = `http://127.0.0.1:${process.env['E2E_SANDBOX_PORT']}`;

test('a streamer registers, a donor pays, the card is on stream with sound, the money in the wallet', async ({
  openPage,
}) => {
  const streamer = await openPage(desktop);
  const username = `kat_${Date.now() % 1e8}`;
  await streamer.goto('/register');
  await streamer.getByLabel('Username').fill(username);
  await streamer.getByLabel('Password', { exact: true }).fill('correct horse');
  await streamer.getByLabel('Confirm Password', { exact: true }).fill('correct horse');
  await streamer.getByRole('button', { name: 'Create account' }).click();
  await expect(streamer.getByRole('heading', { name: 'Account Created Successfully!' })).toBeVisible();
  await expect(streamer.getByText(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)).toBeVisible();
  const donationUrl = await streamer
    .getByText(/\/donate\/[\w-]+$/)
    .first()
    .innerText();

  await streamer.getByText('Continue to Dashboard').click();
  await expect(streamer.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(streamer.getByText('Connected', { exact: true })).toBeVisible();
  const widgetUrl = await secretOn(streamer, /\/widget\/[\w-]+$/);

  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  const sound = await listenToSound(overlay);
  await overlay.goto(widgetUrl);
  await expect(overlay.locator('html')).toHaveAttribute('data-connected', 'true');
  await expect(overlay.locator('article')).toHaveCount(0);
  await expect(streamer.getByRole('region', { name: 'Overlay' }).getByText('On air')).toBeVisible();

  const donor = await openPage(phone);
  await donor.goto(donationUrl);
  await expect(donor.getByRole('heading', { name: `Support ${username}` })).toBeVisible();
  await donor.getByLabel(/Name/).fill('  Zoë 🌻 <b>');
  await donor.getByLabel(/Message/).fill('Good luck tonight! שלום');
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  await expect(donor.getByText('Waiting for payment')).toBeVisible();
  const address = (
    await donor
      .getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
      .first()
      .innerText()
  ).trim();

  const pressedAt = performance.now();
  await donor.getByRole('button', { name: 'Pay from the sandbox faucet' }).click();
  const card = overlay.locator('article');
  await expect(card).toBeVisible();
  const cardAfterMs = performance.now() - pressedAt;
  test.info().annotations.push({ type: 'card after', description: `${cardAfterMs.toFixed(0)} ms` });

  await expect(card).toContainText('Zoë 🌻 <b>');
  await expect(card).toContainText('0.002000 SOL');
  await expect(card).toContainText('Good luck tonight! שלום');
  await expect
    .poll(async () => {
      const box = await card.boundingBox();
      return box === null
        ? null
        : { right: Math.round(box.x + box.width), bottom: Math.round(box.y + box.height) };
    })
    .toEqual({ right: 376, bottom: 576 });
  await expect.poll(async () => (await sound.played()).map(({ src }) => src)).toEqual(['/default-sound.mp3']);
  await expect.poll(async () => (await sound.played())[0]?.loudest ?? 0).toBeGreaterThan(0.1);

  await expect(donor.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(donor.getByText('Your donation of 0.002000 SOL has been received!')).toBeVisible();
  await expect(card).toHaveCount(0, { timeout: 15_000 });

  // Both transfers wait for the chain's finality, some 13 s each.
  await expect(streamer.getByText('Transferred').first()).toBeVisible({ timeout: 60_000 });
  const me = await streamer.evaluate(async () => {
    const token = localStorage.getItem('token');
    const reply = await fetch('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
    return (await reply.json()) as { walletAddress: string };
  });
  expect(await lamportsOn(sandboxRpc, me.walletAddress, 'finalized')).toBe(1_995_000);
  expect(await lamportsOn(sandboxRpc, address, 'finalized')).toBe(0);
});

test('a donor closes the page and opens it again at its own address', async ({ openPage }) => {
  const streamer = await openPage(desktop);
  await streamer.goto('/');
  const donationLink = await streamer.evaluate(async () => {
    const body = JSON.stringify({ username: `r-${Date.now() % 1e8}`, password: 'correct horse' });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch('/api/auth/register', { method: 'POST', headers, body });
    return ((await reply.json()) as { donationLink: string }).donationLink;
  });
  const donor = await openPage(phone);
  await donor.goto(`/donate/${donationLink}`);
  await donor.getByRole('button', { name: 'Create Donation' }).click();
  await expect(donor.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  const address = await donor
    .getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    .first()
    .innerText();
  const ownUrl = donor.url();
  await donor.goto('about:blank');
  await donor.goto(ownUrl);
  await expect(donor.getByText(address)).toBeVisible();
  await expect(donor.getByText(/left$/)).toBeVisible();
});

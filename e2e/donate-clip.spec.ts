import { expect, type Page } from '@playwright/test';
import { toneWav } from '#server/test/tone-wav.ts';
import { noNetwork, pay, test, toastOf } from './donate-journey.ts';
import { changeAlertSettings, refuse } from './streamer-account.ts';
import { phone } from './watched-page.ts';

const clip = { name: 'horn.wav', mimeType: 'audio/wav', buffer: toneWav(1.5) };
const fileInput = (page: Page) => page.getByLabel('Audio file', { exact: true });
const uploader = (page: Page) => page.getByRole('button', { name: 'Add custom audio (optional)' });

test('an uploaded clip survives a reload and goes with the donation', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  await fileInput(page).setInputFiles(clip);
  await expect(toastOf(page, 'Audio uploaded successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByText('horn.wav')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play your clip' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(
    toastOf(page, 'Donation created with custom audio! Send Solana to the address below.'),
  ).toBeVisible();
  await expect(page.getByText('Custom Audio', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('horn.wav')).toHaveText('horn.wav');
});

test('Back on the payment page says that the clip did not come along, until there is another', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const gone = page.getByText('Your clip did not come along. Please add it again.');
  await page.goto(`/donate/${streamer.donationLink}`);
  await fileInput(page).setInputFiles(clip);
  await expect(page.getByText('horn.wav')).toBeVisible();
  await expect(gone).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  await page.goBack();
  await expect(gone).toBeVisible();
  await page.reload();
  await expect(gone).toBeVisible();
  await fileInput(page).setInputFiles(clip);
  await expect(page.getByText('horn.wav')).toBeVisible();
  await expect(gone).toHaveCount(0);
});

test('below the streamer’s minimum for clips, the payment page says from when on it is heard, and the thanks promise nothing', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await changeAlertSettings(page.request, streamer, { clipMinimumAmount: 0.1 });
  await page.goto(`/donate/${streamer.donationLink}`);
  await fileInput(page).setInputFiles(clip);
  await expect(page.getByText('horn.wav')).toBeVisible();
  await expect(page.getByText('Your clip is heard from 0.100000 SOL on')).toBeVisible();
  await expect(page.getByText('Audio will play when your donation is shown on stream')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Custom Audio' })).toContainText(
    'Your clip is heard from 0.100000 SOL on',
  );
  await pay(page, page.url().split('/').at(-1) ?? '', 0.05);
  const said = page.getByText('Your custom audio will not play: clips are heard from 0.100000 SOL on.', {
    exact: false,
  });
  await expect(said).toHaveText(/^It will appear on the stream shortly\. /);
  await page.reload();
  await expect(said).toBeVisible();
  await expect(page.getByText('Your custom audio will play on the stream!')).toHaveCount(0);
});

test('a clip that the server has deleted meanwhile is not offered again, and one that was removed stays away', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  await page.getByLabel('Message').fill('Good luck!');
  await fileInput(page).setInputFiles(clip);
  await expect(page.getByText('horn.wav')).toBeVisible();
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(sessionStorage)) {
      const draft = JSON.parse(String(text)) as { clipAtMs: number };
      sessionStorage.setItem(key, JSON.stringify({ ...draft, clipAtMs: draft.clipAtMs - 3_600_000 }));
    }
  });
  await page.reload();
  await expect(uploader(page)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Good luck!');
  await fileInput(page).setInputFiles(clip);
  await page.getByRole('button', { name: 'Remove your clip' }).click();
  await page.reload();
  await expect(uploader(page)).toBeVisible();
});

test('a failed upload says why: in the server’s words, else in those of spec §8', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, new RegExp(`status of (?:429|500)|${noNetwork.source}`));
  await page.goto(`/donate/${streamer.donationLink}`);
  const busy = { message: 'Too many clips came.', code: 'audio_quota' };
  await refuse(page, '/files/audio/upload', 429, busy);
  await fileInput(page).setInputFiles(clip);
  await expect(toastOf(page, busy.message)).toHaveRole('alert');
  await page.unrouteAll();
  await refuse(page, '/files/audio/upload', 500, null);
  await fileInput(page).setInputFiles(clip);
  await expect(toastOf(page, 'Failed to upload audio')).toBeVisible();
  await page.unrouteAll();
  await page.context().setOffline(true);
  await fileInput(page).setInputFiles(clip);
  await expect(page.locator('.clip-field .err')).toHaveText(/cannot be reached/);
  await page.context().setOffline(false);
  await fileInput(page).setInputFiles(clip);
  await expect(page.getByText('horn.wav')).toBeVisible();
});

test('a clip that cannot be played says so', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone, /status of 404/);
  await page.goto(`/donate/${streamer.donationLink}`);
  await fileInput(page).setInputFiles(clip);
  await page.route('**/clips/**', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Play your clip' }).click();
  await expect(toastOf(page, 'Failed to play audio')).toBeVisible();
});

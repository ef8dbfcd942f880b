import { expect } from '@playwright/test';
import { toastOf } from './donate-journey.ts';
import { openSignedIn } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

test('a streamer names channels, and donors find them as links that say that nobody has verified them', async ({
  account,
  openPage,
  request,
}) => {
  const streamer = await openPage(desktop);
  await openSignedIn(streamer, account.token, '/app/settings');
  const links = streamer.getByLabel('Links to your channels');
  const save = streamer.getByRole('button', { name: 'Save channels' });
  await links.fill('https://www.twitch.tv/kat?referrer=chat\n\njavascript:alert(1)');
  await save.click();
  await expect(streamer.getByRole('alert')).toHaveText(
    'This is not a link to a channel or a site: javascript:alert(1)',
  );
  await links.fill('https://www.twitch.tv/kat?referrer=chat\n\nKat.example/links/');
  await save.click();
  await expect(toastOf(streamer, 'Settings updated successfully')).toBeVisible();
  await expect(links).toHaveValue('twitch.tv/kat\nkat.example/links');
  await expect(save).toHaveCount(0);

  const donor = await openPage(phone);
  await expect
    .poll(async () => await (await request.get(`/api/donations/page/${account.donationLink}`)).json())
    .toHaveProperty('channels');
  await donor.goto(`/donate/${account.donationLink}`);
  const note = donor.getByRole('listitem').filter({ hasText: `Is this ${account.username}’s page?` });
  await expect(note).toContainText('nobody here has verified them');
  for (const name of ['twitch.tv/kat', 'kat.example/links']) {
    const link = note.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', `https://${name}`);
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(link).toHaveAttribute('target', '_blank');
  }
});

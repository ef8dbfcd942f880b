import { expect, type Page } from '@playwright/test';
import { type DiscordServer, startDiscord } from '#server/test/stand-ins/discord-server.ts';
import { startTwitch, type TwitchServer } from '#server/test/stand-ins/twitch-server.ts';
import { donate, openAs, registerStreamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

let discord: DiscordServer;
let twitch: TwitchServer;
test.beforeAll(async () => {
  discord = await startDiscord();
  twitch = await startTwitch();
});
const server = forFile(() =>
  startJourneyServer({ environment: { DISCORD_URL: discord.url, ...twitch.environment } }),
);
test.afterAll(async () => {
  await discord.close();
  await twitch.close();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a streamer connects Discord, writes what a post says, tries it, and the channel hears of a donation', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...desktop }, 400);
  await openAs(page, kat, `${server.url}/app/settings`);
  await page.getByRole('link', { name: 'Manage posts' }).click();
  const card = page.getByRole('region', { name: 'Discord' });
  await card.getByLabel('Webhook URL').fill('https://discord.com.evil.example/api/webhooks/1/x');
  await button(page, 'Connect Discord').click();
  await expect(card.getByRole('alert')).toContainText('not the URL of a Discord webhook');
  await card.getByLabel('Webhook URL').fill(discord.webhookUrl);
  await button(page, 'Connect Discord').click();
  await expect(card.getByText('Tip jar')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('api/webhooks/1143');

  await card.getByLabel('What a post says').fill('{nme}!');
  await button(page, 'Save posts').click();
  await expect(card.getByRole('alert')).toContainText('placeholder that does not exist');
  await card.getByLabel('What a post says').fill('💚 {name} gave[ {amount}][: {message}]');
  const preview = card.getByRole('group', { name: 'Preview' });
  await expect(preview.getByText('💚 Ana gave 0.250000 SOL: that last round was wild')).toBeVisible();
  await expect(preview.getByText('💚 Anonymous gave', { exact: true })).toBeVisible();
  await button(page, 'Save posts').click();
  await expect(page.getByText('Posts saved')).toBeVisible();

  await button(page, 'Send a test post: Discord').click();
  const posts = card.getByRole('list', { name: 'Last posts' }).getByRole('listitem');
  await expect(posts.filter({ hasText: 'Test' }).getByText('Sent')).toBeVisible();
  await donate(server.url, kat, 'Ann', '**brava**');
  await expect
    .poll(() => discord.messages.at(-1)?.content)
    .toMatch(/^💚 Ann gave \d\.\d{6} SOL: \\\*\\\*brava\\\*\\\*$/);
  await expect(posts.filter({ hasText: 'Donation' }).getByText('Sent')).toBeVisible();

  discord.deleteWebhook();
  await button(page, 'Send a test post: Discord').click();
  await expect(card.getByText(/Discord does not know the webhook any more/)).toBeVisible({ timeout: 20_000 });
  await expect(card.getByLabel('Webhook URL')).toBeVisible();
});

test('on a phone a streamer connects Twitch by a code, has the chat told, and disconnects it', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...phone }, 400);
  await openAs(page, kat, `${server.url}/app/posts`);
  const card = page.getByRole('region', { name: 'Twitch chat' });
  await button(page, 'Connect Twitch').click();
  const code = await card.getByText(/^[0-9A-F]{8}$/).innerText();
  await expect(card.getByRole('link', { name: 'Open Twitch' })).toHaveAttribute('href', new RegExp(code));
  twitch.allow(code);
  await expect(card.getByText('kat_plays')).toBeVisible();
  await donate(server.url, kat, '!ban', 'brava');
  await expect
    .poll(() => twitch.messages)
    .toEqual([expect.stringMatching(/^ban donated 0\.\d+ SOL: brava$/)]);

  await button(page, 'Disconnect: Twitch chat').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(button(page, 'Connect Twitch')).toBeVisible();
  expect(twitch.count('revoke')).toBe(1);
});

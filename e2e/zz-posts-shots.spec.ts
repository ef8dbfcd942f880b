import { startDiscord, discordLimit } from '#server/test/discord-server.ts';
import { startTwitch } from '#server/test/twitch-server.ts';
import { donate, openAs, registerStreamer } from './desk-journey.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { test } from './watched-page.ts';
test('shots', async ({ browser }) => {
  test.setTimeout(120000);
  const discord = await startDiscord(); const twitch = await startTwitch();
  const server = await startJourneyServer('sandbox', undefined, { DISCORD_URL: discord.url, ...twitch.environment });
  const kat = await registerStreamer(server.url);
  const h = { 'content-type': 'application/json', authorization: `Bearer ${kat.token}` };
  for (const step of ['empty', 'full']) {
    if (step === 'full') {
      await fetch(`${server.url}/api/posts/discord/connect`, { method: 'POST', headers: h, body: JSON.stringify({ url: discord.webhookUrl }) });
      await fetch(`${server.url}/api/posts/twitch/connect`, { method: 'POST', headers: h, body: '{}' });
      await donate(server.url, kat, 'Ann', 'brava!');
      await new Promise((d) => setTimeout(d, 2500));
      discord.answer((r) => r.writeHead(400).end());
      await donate(server.url, kat, 'Ben', 'brava!');
      await fetch(`${server.url}/api/posts/discord/test`, { method: 'POST', headers: h, body: '{}' });
      await new Promise((d) => setTimeout(d, 2500));
    }
    for (const colorScheme of ['dark', 'light'] as const) for (const width of [390, 1440]) {
      const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme, locale: width === 390 ? 'es' : 'en' });
      const page = await context.newPage();
      await openAs(page, kat, `${server.url}/app/posts`);
      await page.getByRole('heading', { name: 'Discord' }).waitFor();
      await page.waitForTimeout(800);
      await page.screenshot({ path: `/tmp/brava/out/posts-${step}-${colorScheme}-${width}.png`, fullPage: true });
      await context.close();
    }
  }
  await server.stop(); await discord.close(); await twitch.close();
});

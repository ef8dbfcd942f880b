import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { cleanDonorText } from '#contract/donor-text.ts';
import { widgetKinds, type WidgetState } from '#contract/widgets.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import { forFile } from './for-file.ts';
import { hastenTime } from './overlay-page.ts';
import {
  donateTexts,
  packed,
  type PoisonedDonation,
  type PoisonedStreamer,
  poisonStreamer,
  setDesk,
} from './poisoned-streamer.ts';
import { expectTexts, openWatched, type ScriptWatch } from './script-watch.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { xssPayloads } from './xss-payloads.ts';

// One server and one pile of texts for all of them, each page walked once.
test.describe.configure({ timeout: 120_000 });
test.use({ trace: 'off' });

const server = forFile(() => startJourneyServer({ gapMs: 50 }));
let streamer: PoisonedStreamer;
/** Paid ones, and as many unpaid ones as it takes to say every text. */
let donations: PoisonedDonation[];
let unpaid: PoisonedDonation[];
test.beforeAll(async () => {
  streamer = await poisonStreamer(server.url, xssPayloads);
  await setDesk(streamer, { approveFirst: true, wordAction: 'hold', ownWords: wordsOfList() });
  donations = await donateTexts(streamer, xssPayloads);
  const isPaid = async (at: number): Promise<void> => {
    const { id } = donations[at] ?? {};
    if (id === undefined) return;
    await streamer.call('sandboxPay', { donationId: id });
    await isPaid(at + paidAtOnce);
  };
  await Promise.all(Array.from({ length: paidAtOnce }, (_, at) => isPaid(at)));
  await expect.poll(held, { timeout: 60_000 }).toBe(donations.length);
  unpaid = await donateTexts(streamer, packed(xssPayloads, 240));
});

/** So many payments at once; more would only wait for each other. */
const paidAtOnce = 6;

async function held(): Promise<number> {
  const { counts } = await streamer.call('alertDesk');
  return (counts as { toApprove: number }).toApprove;
}

/**
 * Says of all donations that they changed, as whoever changes one does: the server answers from memory what nothing was said
 * of.
 */
const tellDonations = `insert into events (room, name, body) select 'donation:' || id, 'pages_changed', '{}' from donations; select pg_notify('brava_hint', 'events')`;

let context: BrowserContext;
let watch: ScriptWatch;
test.beforeEach(async ({ browser }) => {
  const opened = await openWatched(browser, server.url, streamer.token);
  ({ context } = opened);
  watch = opened;
});
test.afterEach(async () => {
  expect(watch.deeds).toEqual([]);
  await context.close();
});

const wordsOfList = (): string[] =>
  [...new Set(xssPayloads.map((text) => cleanDonorText(text.slice(0, 60))))].filter((word) => word !== '');

test('donors’ texts are text where donors see them: form, payment, expired, thanks', async () => {
  const page = await context.newPage();
  await page.goto(`/donate/${streamer.donationLink}`);
  for (const text of packed(xssPayloads, 480)) {
    await page.getByLabel(/^Message/).fill(text);
    await page.getByLabel(/^Name/).fill(text.slice(0, 50));
  }
  // What was typed outlives a reload.
  const typed = await page.getByLabel(/^Message/).inputValue();
  await page.reload();
  await expect(page.getByLabel(/^Message/)).toHaveValue(typed);
  await watch.expectHarmless(page);

  for (const { id, message } of unpaid) {
    await page.goto(`/donate/${streamer.donationLink}/${id}`);
    await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
    await expectTexts(page, [message]);
    await watch.expectHarmless(page);
  }
  await page.goto(`/donate/${streamer.donationLink}/${donations[0]?.id}`);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await watch.expectHarmless(page);

  await server.write(
    `update donations set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour', expired_at = now() where paid_at is null; ${tellDonations}`,
  );
  const [first, second] = [unpaid[0], unpaid[1]];
  await page.goto(`/donate/${streamer.donationLink}/${first?.id}`);
  await expect(page.getByRole('heading', { name: 'Donation Expired' })).toBeVisible();
  await watch.expectHarmless(page);
  // Whoever was only sent the address does not get the words of another donor into the form.
  await page.evaluate(() => sessionStorage.clear());
  await page.getByRole('link', { name: 'Create New Donation' }).click();
  await expect(page.getByLabel(/^Message/)).toHaveValue('');
  await watch.expectHarmless(page);

  await server.write(
    `update donations set paid_at = now(), failed_at = now(), received_lamports = 0 where id = '${second?.id}'; ${tellDonations}`,
  );
  await page.goto(`/donate/${streamer.donationLink}/${second?.id}`);
  await expect(page.getByText('The payment was taken back by the chain.')).toBeVisible();
  await expectTexts(page, [second?.message ?? '']);
  await watch.expectHarmless(page);
});

test('names of files are text where a clip is chosen', async () => {
  const page = await context.newPage();
  await page.goto(`/donate/${streamer.donationLink}`);
  for (const text of packed(xssPayloads, 150).filter((_, at) => at % 8 === 0)) {
    await page.locator('input[type=file]').setInputFiles({
      name: `${text.replaceAll(/[/\\\0]/g, '_')}.wav`,
      mimeType: 'audio/wav',
      buffer: toneWav(0.3),
    });
    await expect(page.locator('.clipcard')).toBeVisible();
    await watch.expectHarmless(page);
    await page.locator('.clipcard').getByRole('button').last().click();
  }
});

test('donors’ texts are text where the streamer sees them: desk, dock, list, search, log', async () => {
  const page = await context.newPage();
  await page.goto('/app');
  const oldest = donations.slice(0, 20);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await watch.expectHarmless(page);

  await page.goto(`/dock#${streamer.deskToken}`);
  const { toApprove } = (await streamer.call('alertDesk')) as { toApprove: PoisonedDonation[] };
  expect(toApprove.length).toBe(50);
  await expectTexts(
    page,
    toApprove.slice(0, 5).flatMap(({ donatorName, message }) => [donatorName, message]),
  );
  await watch.expectHarmless(page);

  await page.goto('/app/donations?size=100');
  const all = [...donations, ...unpaid];
  await expectTexts(
    page,
    all.flatMap(({ donatorName, message }) => [donatorName, message]),
  );
  await watch.expectHarmless(page);
  for (const { message } of oldest.filter((_, at) => at % 5 === 0)) {
    await page.getByPlaceholder('Search donations...').fill(message.slice(0, 100));
    await expectTexts(page, [message]);
    await watch.expectHarmless(page);
  }
  await page.getByPlaceholder('Search donations...').fill('<img src=x onerror=alert(1)> nobody wrote this');
  await expect(page.getByText('No donations match your current filters.')).toBeVisible();
  await watch.expectHarmless(page);
});

test('the file of all donations is a file, and no cell of it a formula', async () => {
  const reply = await fetch(`${server.url}/api/donations/export`, {
    headers: { authorization: `Bearer ${streamer.token}` },
  });
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
  const text = await reply.text();
  expect(text).toContain('<script>alert(1)</script>');
  expect(text).not.toMatch(/(?:^|[,\n]|[,\n]")[=+@]/);
});

test('donors’ texts are text on stream: cards, goal, leaderboard, ticker', async () => {
  await setDesk(streamer, { stacksCards: true });
  const overlay = await context.newPage();
  const seen = await collectCards(overlay);
  await overlay.goto(`/widget/${streamer.widgetCode}`);
  await expect(overlay.locator('html')).toHaveAttribute('data-connected', 'true');
  for (let left = donations.length; left > 0;) {
    const { toApprove } = (await streamer.call('alertDesk')) as { toApprove: { id: string }[] };
    for (const { id } of toApprove) await streamer.call('approveAlert', {}, id);
    left -= toApprove.length;
  }
  const all = new Set(donations.map(({ id }) => id)).size;
  const skipped = async (): Promise<number> => {
    await streamer.call('skipAlert');
    return seen.size;
  };
  await expect.poll(skipped, { timeout: 60_000 }).toBe(all);
  await watch.expectHarmless(overlay);
  await overlay.close();

  for (const kind of widgetKinds) {
    const widget = await context.newPage();
    await widget.goto(`/widget/${streamer.widgetCode}/${kind}`);
    await expect(widget.locator('html')).toHaveAttribute('data-connected', 'true');
    const { state } = (await streamer.call('widgets')) as { state: WidgetState };
    const named = { goal: [], leaderboard: state.leaderboard.places, ticker: state.ticker }[kind];
    await expectTexts(
      widget,
      named.map(({ donatorName }) => donatorName),
    );
    const titles = kind === 'goal' ? xssPayloads.map((text) => text.slice(0, 60)) : [];
    for (const title of titles) {
      const { settings } = (await streamer.call('changeWidgets', {
        goal: { title, target: 1, offset: 0 },
      })) as { settings: { goal: { title: string } } };
      await expectTexts(widget, [settings.goal.title]);
    }
    await watch.expectHarmless(widget);
    await widget.close();
  }
});

/** Notes the donation of each card that was shown with exactly the name and message that the donor wrote. */
async function collectCards(overlay: Page): Promise<Set<string>> {
  const seen = new Set<string>();
  await overlay.exposeFunction('tellCard', (name: string, message: string) => {
    const shown = donations.filter((one) => one.donatorName === name && one.message === message);
    for (const { id } of shown) seen.add(id);
  });
  await overlay.addInitScript(hastenTime, 8);
  await overlay.addInitScript(() => {
    type Telling = typeof globalThis & { tellCard(name: string, message: string): void };
    const look = () => {
      for (const card of document.querySelectorAll('.alert-card')) {
        const [name, message] = ['.alert-card-name', '.alert-card-message'].map(
          (part) => card.querySelector(part)?.textContent ?? '',
        );
        (globalThis as Telling).tellCard(name ?? '', message ?? '');
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return seen;
}

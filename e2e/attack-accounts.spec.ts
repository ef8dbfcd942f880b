import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { forFile } from './for-file.ts';
import { donateTexts, packed, type PoisonedStreamer, poisonStreamer, setDesk } from './poisoned-streamer.ts';
import { expectTexts, openWatched, type ScriptWatch } from './script-watch.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { xssPayloads } from './xss-payloads.ts';

// One server, and one streamer who poisons whatever an account holds; an operator looks at it.
test.describe.configure({ timeout: 120_000 });
test.use({ trace: 'off' });

/** PostgreSQL and addresses know no null, and fields no space around what is typed. */
const writable = xssPayloads.map((text) => text.replaceAll('\u0000', '').trim());
const marker = '<script>alert(1)</script>';

const server = forFile(startJourneyServer);
let streamer: PoisonedStreamer;
let operator: PoisonedStreamer;
test.beforeAll(async () => {
  [streamer, operator] = [await poisonStreamer(server.url, writable), await poisonStreamer(server.url, [])];
  await server.write(`update users set operator_since = now() where username = '${operator.username}'`);
});

let opened: (ScriptWatch & { context: BrowserContext })[] = [];
test.afterEach(async () => {
  for (const { deeds, context } of opened) {
    expect(deeds).toEqual([]);
    await context.close();
  }
  opened = [];
});

async function openAs(
  test: { browser: Parameters<typeof openWatched>[0] },
  token: string,
): Promise<{ page: Page; watch: ScriptWatch }> {
  const watch = await openWatched(test.browser, server.url, token);
  opened.push(watch);
  return { page: await watch.context.newPage(), watch };
}

/** Texts as rows of a statement, `rows(texts) = (1, 'first'), (2, 'second')`. */
const rows = (texts: readonly string[]): string =>
  texts.map((text, at) => `(${at}, ${quoted(text)})`).join(', ');
const quoted = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\n', ' ')}'`;
const idOf = ({ username }: PoisonedStreamer): string =>
  `(select id from users where lower(username) = lower(${quoted(username)}))`;

/** Worse than any User-Agent can: the words themselves as devices of the streamer's sessions, in the books. */
const writeDevices = (): Promise<void> =>
  server.write(
    `insert into sessions (token_hash, user_id, expires_at, device)
     select decode(md5(t) || md5(t || 'x'), 'hex'), ${idOf(streamer)}, now() + interval '1 day', left(t, 80)
     from (values ${rows(writable)}) v(n, t) on conflict do nothing`,
  );

test('names of tokens, listed words and devices are text in Settings', async ({ browser }) => {
  const words = [...new Set(writable.map((text) => text.slice(0, 60).trim()))];
  await setDesk(streamer, { ownWords: words });
  for (const agent of [...writable.slice(0, 4), 'Mozilla/5.0 (<svg onload=alert(1)>) Firefox/<img src=x>1']) {
    await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ username: streamer.username, password: 'correct horse' }),
    });
  }
  const { data } = (await streamer.call('listSessions')) as { data: { device: string | null }[] };
  expect(data.map(({ device }) => device ?? '').join('')).not.toMatch(/[<>&"']/);
  await writeDevices();
  const { page, watch } = await openAs({ browser }, streamer.token);
  await page.goto('/app/settings');
  await expectTexts(page, streamer.tokenNames);
  await expectTexts(page, ((await streamer.call('alertSettings')) as { ownWords: string[] }).ownWords);
  await expectTexts(
    page,
    writable.map((text) => text.slice(0, 80)),
  );
  await watch.expectHarmless(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Code from your app')
    .fill(writable[2] ?? '');
  await page.keyboard.press('Enter');
  await watch.expectHarmless(page);
});

test('addresses of webhooks, what they are sent and why they are refused are text', async ({ browser }) => {
  const { page, watch } = await openAs({ browser }, streamer.token);
  await page.goto('/app/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  for (const text of packed(writable, 300)) {
    await page.getByLabel('URL').fill(text);
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await expect(page.getByText(/go to public https addresses only/)).toBeVisible();
    await watch.expectHarmless(page);
  }
  // Worse than the product lets through: every text as an address, and messages that say them all.
  await server.write(
    `insert into webhooks (user_id, url, events, is_active, created_at)
     select ${idOf(streamer)}, t, array['donation.received'], false, now() + n * interval '1 ms'
     from (values ${rows(writable)}) v(n, t)`,
  );
  const payload = JSON.stringify({ type: 'test', data: { message: writable.join(' ') } });
  await server.write(
    `insert into webhook_deliveries (webhook_id, event, payload, created_at, given_up_at, last_at, last_status, last_error, attempts)
     select id, 'test', ${quoted(payload)}, now(), now(), now(), 599, 'status', 1 from webhooks`,
  );
  await page.reload();
  await expectTexts(page, writable);
  await watch.expectHarmless(page);
  await page
    .getByRole('button', { name: /^Show deliveries/ })
    .first()
    .click();
  await page.locator('.delivery summary').click();
  await expect(page.locator('.delivery .payload')).toContainText(marker);
  await page
    .getByRole('button', { name: /^Delete/ })
    .nth(2)
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await watch.expectHarmless(page);
});

test('an operator who looks at a poisoned streamer reads text: lists, facts, sessions, stuck money, log', async ({
  browser,
}) => {
  const [donation] = await donateTexts(streamer, writable.slice(0, 1));
  const { id } = (await streamer.call('usersMe')) as { id: string };
  await writeDevices();
  // Put off no longer than a refused job may be: what would wait longer is woken, and this one has nothing to move.
  await server.write(
    `insert into sweep_jobs (donation_id, next_attempt_at, attempts, last_error)
     values (${quoted(donation?.id ?? '')}, now() + interval '50 minutes', 9, ${quoted(`books_differ: ${writable.join(' ')}`)})`,
  );
  await server.write(
    `insert into audit (user_id, actor_id, action, detail)
     select ${idOf(streamer)}, ${idOf(operator)}, case when n % 2 = 0 then 'operator_suspend' else left(t, 60) end,
       jsonb_build_object('reason', t, t, t) from (values ${rows(writable.slice(0, 40))}) v(n, t)`,
  );
  const { page, watch } = await openAs({ browser }, operator.token);
  await watch.visit(page, '/admin');
  await expectTexts(page, [marker]);
  await watch.visit(page, '/admin/log');
  await expectTexts(page, writable.slice(0, 40));
  const all = writable.map((text) => encodeURIComponent(text));
  for (const text of packed(writable, 90).filter((_, at) => at % 4 === 0)) {
    const segment = encodeURIComponent(text);
    await watch.visit(page, `/admin/streamers?search=${segment}&page=${all[0]}`);
    await expect(page.getByLabel('Search streamers')).toHaveValue(text);
  }
  await watch.visit(page, `/admin/log?name=${all[2]}&action=${all[1]}&before=${all[3]}`);
  for (const text of packed(writable, 1200))
    await watch.visit(page, `/admin/streamers/${encodeURIComponent(text)}`);

  await page.goto(`/admin/streamers/${id}`);
  await expectTexts(
    page,
    writable.map((text) => text.slice(0, 80)),
  );
  await page.getByRole('button', { name: 'Suspend the link' }).click();
  const reason = writable.join(' ').slice(0, 300).trim();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend the link' }).click();
  await expect(page.getByText('The link has been suspended since')).toBeVisible();
  await watch.visit(page, '/admin/log');
  await expectTexts(page, [reason]);
});

test('a name that no registration lets through is text everywhere too', async ({ browser }) => {
  await server.write('alter table users drop constraint users_username_check');
  await server.write(
    `update users set username = ${quoted(packed(writable, 400)[0] ?? '')} where username = '${streamer.username}'`,
  );
  const [own, seen] = [await openAs({ browser }, streamer.token), await openAs({ browser }, operator.token)];
  const { id } = (await streamer.call('usersMe')) as { id: string };
  for (const path of ['/app', '/app/settings', `/donate/${streamer.donationLink}`]) {
    await own.watch.visit(own.page, path);
  }
  await seen.watch.visit(seen.page, '/admin');
  for (const path of ['/admin/streamers', `/admin/streamers/${id}`, '/admin/log']) {
    await seen.watch.visit(seen.page, path);
    await expectTexts(seen.page, [marker]);
  }
});

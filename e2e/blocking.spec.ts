import { expect, type Page } from '@playwright/test';
import { callAs, donate, openAs, registerStreamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, words: string) => page.locator('.toast').filter({ hasText: words });

test('a donor is blocked from the queue, that is taken back, and blocked again for good', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await donate(server.url, kat, 'Spam Sam', 'buy my coins');
  await donate(server.url, kat, 'spam sam', 'buy them now');
  await donate(server.url, kat, 'Ana', 'lovely stream');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const next = page.getByRole('region', { name: /^Next/ });
  await expect(next.getByRole('listitem')).toHaveCount(3);

  await page.getByRole('button', { name: 'Block donor Spam Sam', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Spam Sam?' });
  await expect(dialog.getByText('The money is not touched.')).toBeVisible();
  await dialog.getByLabel('The name “Spam Sam”').check();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  const done = said(page, 'Blocked the name “Spam Sam”. 2 donations were taken away.');
  await expect(done).toBeVisible();
  await expect(next.getByRole('listitem')).toHaveCount(1);
  await expect(next.getByText('Ana')).toBeVisible();

  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(said(page, 'Taken back: 2 alerts are where they were')).toBeVisible();
  await expect(next.getByRole('listitem')).toHaveCount(3);

  await page.getByRole('button', { name: 'Block donor Spam Sam', exact: true }).click();
  await dialog.getByLabel('The name “Spam Sam”').check();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(next.getByRole('listitem')).toHaveCount(1);
  await donate(server.url, kat, 'SP4M SAM', 'me again');

  await page.goto(`${server.url}/app/donations`);
  const row = page.getByRole('listitem').filter({ hasText: 'me again' });
  await expect(row.getByText('by the name “Spam Sam”')).toBeVisible();
  await expect(row.getByText('0.002000 SOL')).toBeVisible();
  await button(page, 'Unblock the donation of SP4M SAM').click();
  await expect(page.getByRole('dialog', { name: 'Unblock the donation of SP4M SAM?' })).toBeVisible();
  await button(page, 'Unblock and show').click();
  await expect(said(page, 'Unblocked: it plays next')).toBeVisible();
  await expect(row.getByText('Blocked')).toHaveCount(0);
  await page.goto(`${server.url}/app`);
  await expect(next.getByRole('listitem').first()).toContainText('SP4M SAM');
});

test('the block list in Settings, on a phone and in Spanish', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...phone, locale: 'es-ES' });
  await openAs(page, kat, `${server.url}/app/settings`);
  const list = page.getByRole('region', { name: 'Bloqueados' });
  await expect(list.getByText('No hay nada bloqueado.')).toBeVisible();
  await list.getByLabel('Billetera').check();
  await list.getByLabel('Dirección de la billetera').fill('no es una dirección');
  await list.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(list.getByText('Esta no es una dirección de Solana.')).toBeVisible();
  await list.getByLabel('Palabra', { exact: true }).check();
  await list.getByLabel('Palabra o frase').fill('monedas gratis');
  await list.getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(list.getByText('monedas gratis')).toBeVisible();
  await expect(list.getByText(`por ${kat.username}`)).toBeVisible();
  await list.getByRole('button', { name: /^Quitar la palabra/ }).press('Enter');
  await expect(said(page, 'Ya no se bloquea la palabra «monedas gratis»')).toBeVisible();
  await expect(list.getByText('No hay nada bloqueado.')).toBeVisible();
  await expect(list).toBeFocused();
});

test('what is typed while an entry is being added stays, and a search stays on the page with its field', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  for (const value of ['sam', 'ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy'])
    await callAs(server.url, kat, 'POST', '/blocks', { kind: 'name', value });
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/settings`);
  const list = page.getByRole('region', { name: 'Blocked' });
  await expect(list.getByText('10 entries')).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/blocks', async (route) => {
    await held.promise;
    await route.continue();
  });
  await list.getByRole('textbox', { name: 'Name' }).fill('jay');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await list.getByRole('textbox', { name: 'Name' }).fill('kay');
  held.resolve();
  await expect(list.getByText('11 entries')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  await expect(list.getByRole('textbox', { name: 'Name' })).toHaveValue('kay');

  const search = list.getByRole('searchbox');
  await search.fill('sam');
  await button(page, /^Remove the name “sam”/).click();
  await expect(list.getByText('No entry holds this.')).toBeVisible();
  await search.fill('');
  await expect(list.getByText('10 entries')).toBeVisible();
  await expect(search).toBeFocused();
});

test('what is typed and not blocked yet comes back with the page and in another language, and a reload asks first', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/settings`);
  const goesOn = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.getByLabel('Word', { exact: true }).check();
  expect(await goesOn()).toBe(true);
  await page.getByLabel('Word or phrase').fill('free coins');
  expect(await goesOn()).toBe(false);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Word or phrase')).toHaveValue('free coins');
  await page.getByLabel('Language', { exact: true }).selectOption('Español');
  await expect(page.getByLabel('Palabra o frase')).toHaveValue('free coins');
  await button(page, 'Bloquear').click();
  await expect(page.getByLabel('Palabra o frase')).toHaveValue('');
  expect(await goesOn()).toBe(true);
});

test('whoever has more of a list shown by keyboard goes on with the first new row', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  for (let i = 0; i < 12; i++)
    await callAs(server.url, kat, 'POST', '/blocks', { kind: 'word', value: `free coins ${i}` });
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/settings`);
  for (const name of ['Blocked', 'Log']) {
    const list = page.getByRole('region', { name, exact: true });
    const rows = list.getByRole('listitem');
    await expect(rows).toHaveCount(10);
    await list.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(rows).toHaveCount(12);
    await expect(rows.nth(10)).toBeFocused();
  }
});

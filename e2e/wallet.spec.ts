import { generateKeyPairSync } from 'node:crypto';
import { base58 } from '@scure/base';
import { expect, type Page, type Route } from '@playwright/test';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { donate, openAs, registerStreamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { refuse } from './streamer-account.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const shown = (page: Page, amount: string) => page.locator('.balance .fig').filter({ hasText: amount });

function freshAddress(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return base58.encode(Buffer.from(x, 'base64url'));
}

test('a streamer watches a donation arrive, withdraws everything, and finds both in the history', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const address = freshAddress();
  const page = await openPage(desktop, 403);
  await openAs(page, kat, `${server.url}/app/settings`);
  await page.getByRole('link', { name: 'Balance and withdrawals' }).click();
  await expect(shown(page, '0.000000')).toBeVisible();
  await expect(page.getByText('Nothing has come in yet.')).toBeVisible();
  await expect(button(page, 'Withdraw')).toBeDisabled();
  await expect(button(page, 'Withdraw')).toHaveAccessibleDescription(/wallet is empty/);
  await donate(server.url, kat, 'Ann', 'brava!');
  await expect(shown(page, '0.001995')).toBeVisible({ timeout: 15_000 });

  await button(page, 'Withdraw').click();
  await page.getByLabel('To this address').fill(address);
  await page.getByLabel('Everything that is in the wallet').check();
  await button(page, 'Continue').click();
  const dialog = page.getByRole('dialog', { name: 'Check and confirm' });
  await expect(dialog.locator('.arrives')).toContainText('0.001990 SOL');
  await expect(dialog).toContainText('0.000005 SOL');
  await dialog.getByLabel('Password', { exact: true }).fill('wrong horse');
  await button(page, 'Withdraw 0.001990 SOL').click();
  await expect(dialog.getByText('This password is not right.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
  await button(page, 'Withdraw 0.001990 SOL').click();
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Withdraw')).toBeFocused();
  await expect(page.getByText('It has arrived and is final.')).toBeVisible({ timeout: 15_000 });
  await expect(button(page, 'Withdraw')).toBeFocused();
  await expect(shown(page, '0.000000')).toBeVisible();
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries.first()).toContainText('Withdrawal to', { timeout: 15_000 });
  await expect(entries.nth(1).getByRole('link', { name: 'Donation from Ann' })).toBeVisible();
});

test('on a phone what the chain would not take is said at its field, and what was typed stays', async ({
  openPage,
}) => {
  const page = await openPage(phone, 409);
  await openFullWallet(page);
  await button(page, 'Withdraw').click();
  await button(page, 'Continue').click();
  await expect(page.getByText('Please paste the address of a wallet')).toBeVisible();
  await page.getByLabel('To this address').fill(freshAddress());
  for (const [typed, words] of [
    ['1,000', 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000'],
    ['1,000.5', 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000'],
    ['0.1234567891', 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000'],
    ['0.0000000000', 'Please enter an amount above 0'],
    ['-1', 'Please enter an amount above 0'],
  ] as const) {
    await page.getByLabel('Amount').fill(typed);
    await button(page, 'Continue').click();
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(words);
  }
  await page.getByLabel('Amount').fill('0,0199');
  await button(page, 'Continue').click();
  await expect(page.getByText(/This would leave less in your wallet/)).toBeVisible();
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.getByLabel('Amount').fill('0,010000000000');
  await button(page, 'Continue').click();
  await expect(page.getByText('0.009995 SOL')).toBeVisible();
  await button(page, 'Back').click();
  await expect(page.getByLabel('Amount')).toHaveValue('0,010000000000');
});

test('a balance that cannot be read again says as of when it is, and is live again afterwards', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(phone, 503);
  await openAs(page, kat, `${server.url}/app/wallet`);
  await expect(page.getByText('Live from the network')).toBeVisible();
  await refuse(page, '/wallet', 503, { message: 'Not now.', code: 'unavailable' });
  await expect(page.getByText(/^As it was on .+ It cannot be read at the moment\.$/)).toBeVisible();
  await expect(page.getByText('Live from the network')).toHaveCount(0);
  await expect(shown(page, '0.000000')).toBeVisible();
  await page.unroute('**/api/wallet');
  await expect(page.getByText('Live from the network')).toBeVisible();
});

test('what is in the balance and not yet final is not told as nothing', async ({ openPage }) => {
  const page = await openPage(phone);
  await page.route('**/api/wallet/entries*', (route) =>
    route.fulfill({ json: { data: [], next: null, state: 'complete' } }),
  );
  await openFullWallet(page);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('What came in stands here once it is final, seconds later.')).toBeVisible();
});

test('from an older page of the history that cannot be read there is a way back to the newest', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(phone, 503);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/wallet/entries*', async (route) => {
    const isOlder = new URL(route.request().url()).searchParams.has('before');
    if (!isOlder) return route.fulfill({ json: { data: [], next: 'older', state: 'complete' } });
    await held.promise;
    return route.fulfill({ status: 503, json: { message: 'Not now.', code: 'unavailable' } });
  });
  await openAs(page, kat, `${server.url}/app/wallet`);
  await button(page, 'Older').press('Enter');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toBeFocused();
  await expect(history).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  await expect(history.getByText(/Not now\./)).toBeVisible();
  await button(page, 'Newest').press('Enter');
  await expect(history.getByText('Nothing has come in yet.')).toBeVisible();
  await expect(history).toBeFocused();
});

/** Opens the wallet of a new streamer, once the 0.02 SOL that came are in it. */
async function openFullWallet(page: Page): Promise<void> {
  const kat = await registerStreamer(server.url);
  await payFromFaucet(server.rpcUrl, kat.walletAddress, 20_000_000);
  await openAs(page, kat, `${server.url}/app/wallet`);
  await expect(shown(page, '0.020000')).toBeVisible({ timeout: 15_000 });
}

/** Fills in a withdrawal up to the password; what stands there already is typed over. */
async function fillWithdrawal(page: Page, address: string, amount: string) {
  await page.getByLabel('To this address').fill(address);
  await page.getByLabel('Amount').fill(amount);
  await button(page, 'Continue').click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('correct horse');
}

/** Lets orders arrive and loses the answer of the first; the ids that were ordered under. */
async function loseFirstAnswer(page: Page): Promise<string[]> {
  const ids: string[] = [];
  await page.route('**/api/wallet/withdrawals', async (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    if (ids.length > 1) return route.continue();
    await route.fetch();
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  return ids;
}

/** As long as this holds the page cannot find the withdrawal by itself. */
const hideWithdrawal = (page: Page) =>
  page.route('**/api/wallet', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), withdrawal: null } });
  });

const lost = (page: Page) => page.getByText('No answer came, so it may be under way already.');
const earlier = (page: Page, address: string) =>
  page.locator('.toast', {
    hasText: `Your earlier order was taken up: 0.005000 SOL to ${address.slice(0, 4)}`,
  });

test('a withdrawal whose answer was lost is paid once, also after ‘Back’ and after a reload', async ({
  openPage,
}) => {
  const address = freshAddress();
  const page = await openPage(desktop, 502);
  await openFullWallet(page);
  const ids = await loseFirstAnswer(page);
  await hideWithdrawal(page);
  await button(page, 'Withdraw').click();
  await fillWithdrawal(page, address, '0.005');
  await button(page, 'Withdraw 0.005000 SOL').click();
  await expect(lost(page)).toBeVisible();
  await expect(shown(page, '0.014995')).toBeVisible({ timeout: 15_000 });

  await button(page, 'Back').click();
  await button(page, 'Continue').click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('correct horse');
  await page.route('**/api/wallet/withdrawals', (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  await button(page, 'Withdraw 0.005000 SOL').click();
  await expect(lost(page)).toBeVisible();

  await page.unroute('**/api/wallet/withdrawals');
  await page.reload();
  await button(page, 'Withdraw').click();
  await fillWithdrawal(page, freshAddress(), '0.006');
  await button(page, 'Withdraw 0.006000 SOL').click();
  await expect(earlier(page, address)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new Set(ids).size).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries).toHaveCount(2, { timeout: 15_000 });
  await expect(shown(page, '0.014995')).toBeVisible();
});

test('while an order is on its way ‘Back’ does nothing, and the page says when it finds the one that was lost', async ({
  openPage,
}) => {
  const address = freshAddress();
  const page = await openPage(desktop, 502);
  await openFullWallet(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/wallet/withdrawals', async (route) => {
    await held.promise;
    await route.fetch();
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  await button(page, 'Withdraw').click();
  await fillWithdrawal(page, address, '0.005');
  await button(page, 'Withdraw 0.005000 SOL').click();
  await expect(button(page, 'Sending...')).toBeVisible();
  await button(page, 'Back').click({ force: true });
  await expect(page.getByRole('dialog', { name: 'Check and confirm' })).toBeVisible();
  held.resolve();
  await expect(earlier(page, address)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Withdrawal' })).toContainText('0.005000 SOL to');
});

test('an earlier order that ended unpaid is said to be so, and the dialog stays for the next one', async ({
  openPage,
}) => {
  const address = freshAddress();
  const page = await openPage(desktop, 502);
  await openFullWallet(page);
  const ids: string[] = [];
  const orderOf = (route: Route) => {
    const order = route.request().postDataJSON() as { id: string; amount: number; fee: number };
    ids.push(order.id);
    return order;
  };
  const ended = ({ id, amount, fee }: ReturnType<typeof orderOf>, status: 'failed' | 'not_sent') => {
    const at = new Date().toISOString();
    const why = status === 'failed' ? null : 'no_answer';
    const made = { createdAt: at, triedUntil: at, endedAt: at, signature: null };
    return { id, address, amount, fee, isAll: false, status, why, ...made };
  };
  const press = () => button(page, 'Withdraw 0.005000 SOL').click();
  const said = (words: string) => page.locator('.toast', { hasText: words });
  const dialog = page.getByRole('dialog', { name: 'Check and confirm' });
  await page.route('**/api/wallet/withdrawals', async (route) => {
    const order = orderOf(route);
    if (ids.length === 2) return route.fulfill({ json: ended(order, 'not_sent') });
    await page.route('**/api/wallet', async (reading) => {
      const reply = await reading.fetch();
      const withdrawal = ids.length === 3 ? ended(order, 'failed') : null;
      await reading.fulfill({ response: reply, json: { ...(await reply.json()), withdrawal } });
    });
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  await button(page, 'Withdraw').click();
  await fillWithdrawal(page, address, '0.005');
  await press();
  await expect(lost(page)).toBeVisible();
  await press();
  await expect(said('was not paid: nothing left your wallet.')).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  await press();
  await expect(said('was refused by the network: only its fee of 0.000005 SOL was paid.')).toBeVisible({
    timeout: 15_000,
  });
  await expect(dialog).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await press();
  await expect(page.getByText('Withdrawal accepted')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect([ids[1], new Set(ids).size]).toEqual([ids[0], 2]);
});

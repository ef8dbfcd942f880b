import { expect, type Page } from '@playwright/test';
import { getBase58Codec } from '@solana/kit';
import { button, field, toast } from './page-parts.ts';
import { type Account, loseAnswer, openSignedIn, signInAgain, signUp } from './streamer-account.ts';
import { addWallet, createWalletKey, type WalletKey } from './wallet-in-page.ts';
import { desktop, phone, test } from './watched-page.ts';

const newPassword = 'another horse';
const backIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'You are back in' });

async function typeNewPassword(page: Page): Promise<void> {
  await field(page, 'New password').fill(newPassword);
  await field(page, 'Confirm new password').fill(newPassword);
}

/** The key of a streamer's generated wallet, as a wallet extension that has imported it holds it. */
function walletKeyOf({ walletPrivateKey, user }: Account): WalletKey {
  const bytes = getBase58Codec().encode(walletPrivateKey);
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  return {
    address: user.walletAddress,
    secret: Buffer.concat([head, bytes.slice(0, 32)]).toString('base64'),
    publicKey: Buffer.from(bytes.slice(32)).toString('base64'),
  };
}

test('from the sign-in page, with the recovery code: a new password, a new code, and every other browser signed out', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(phone, 403);
  await page.goto('/login');
  await field(page, 'Username').fill(account.username);
  await page.getByRole('link', { name: 'Lost your password?' }).click();
  await expect(field(page, 'Username')).toHaveValue(account.username);
  const code = field(page, 'Recovery code');
  await code.fill('0000-0000-0000-0000');
  await typeNewPassword(page);
  await button(page, 'Set new password').click();
  await expect(code).toHaveAccessibleDescription(/^This recovery code is not that of this account/);
  await expect(code).toBeFocused();
  await code.fill(account.recoveryCode);
  await button(page, 'Set new password').click();
  await expect(backIn(page)).toBeFocused();
  const next = await page.getByRole('textbox', { name: 'Your new recovery code' }).inputValue();
  expect(next).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
  expect(next).not.toBe(account.recoveryCode);
  const old = await request.get('/api/users/me', { headers: { authorization: `Bearer ${account.token}` } });
  expect(old.status()).toBe(401);
  await signInAgain(request, { ...account, password: newPassword });
  await page.getByRole('link', { name: 'Continue to Dashboard' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('where an old token of another account is confirmed meanwhile, nothing typed is lost and the new code is seen', async ({
  openPage,
  request,
}) => {
  const account = await signUp(request);
  const old = await signUp(request);
  const page = await openPage(desktop);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/users/me', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openSignedIn(page, old.token, '/recover');
  await field(page, 'Username').fill(account.username);
  await field(page, 'Recovery code').fill(account.recoveryCode);
  await typeNewPassword(page);
  const late = page.waitForResponse('**/api/users/me');
  held.resolve();
  await (await late).finished();
  await button(page, 'Set new password').click();
  await expect(backIn(page)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Your new recovery code' })).toBeVisible();
});

test('with the private key, which stays in the browser', async ({ account, openPage, request }) => {
  const page = await openPage(desktop);
  const sent: string[] = [];
  page.on('request', (one) => sent.push(one.postData() ?? ''));
  await page.goto('/recover');
  await field(page, 'Username').fill(account.username);
  await button(page, 'Private key').click();
  const key = field(page, 'Private key');
  await key.fill('not a key');
  await typeNewPassword(page);
  await button(page, 'Set new password').click();
  await expect(key).toHaveAccessibleDescription(/^This is not a private key/);
  await key.fill(account.walletPrivateKey);
  await button(page, 'Set new password').click();
  await expect(backIn(page)).toBeVisible();
  expect(sent.join('\n')).toContain('signature');
  expect(sent.join('\n')).not.toContain(account.walletPrivateKey);
  await signInAgain(request, { ...account, password: newPassword });
});

test('with a wallet that has imported the key; one of another account is refused', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop, 403);
  await addWallet(page, {
    name: 'Stranger',
    answer: 'signs',
    key: await createWalletKey(),
    signsMessages: true,
  });
  await addWallet(page, {
    name: 'Own wallet',
    answer: 'signs',
    key: walletKeyOf(account),
    signsMessages: true,
  });
  await page.goto('/recover');
  await field(page, 'Username').fill(account.username);
  await button(page, 'Wallet').click();
  await page.getByRole('radio', { name: 'Stranger' }).check();
  await typeNewPassword(page);
  await button(page, 'Sign and set new password').click();
  await expect(toast(page, 'This is not the wallet of this account')).toBeVisible();
  await page.getByRole('radio', { name: 'Own wallet' }).check();
  await button(page, 'Sign and set new password').click();
  await expect(backIn(page)).toBeVisible();
});

test('a wallet whose person says no changes nothing, and a browser without one says so', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await page.goto('/recover');
  await button(page, 'Wallet').click();
  await expect(page.getByText('No wallet in this browser can sign a message.')).toBeVisible();
  await addWallet(page, {
    name: 'Careful',
    answer: 'rejects',
    key: walletKeyOf(account),
    signsMessages: true,
  });
  await page.reload();
  await field(page, 'Username').fill(account.username);
  await button(page, 'Wallet').click();
  await typeNewPassword(page);
  await button(page, 'Sign and set new password').click();
  await expect(toast(page, 'The wallet did not sign. Nothing was changed.')).toBeVisible();
  await signInAgain(request, account);
});

test('settings make another code, shown once', async ({ account, openPage, request }) => {
  const page = await openPage(desktop, 401);
  await openSignedIn(page, account.token, '/app/settings');
  const section = page.getByRole('region', { name: 'Password and sessions' });
  await section.getByRole('button', { name: 'New recovery code' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New recovery code' }).click();
  const shown = page.getByRole('dialog', { name: 'Your password recovery code' });
  const code = (await shown.getByRole('listitem').textContent()) ?? '';
  await button(page, 'I have kept it').click();
  const recover = (one: string) =>
    request.post('/api/auth/recovery/code', {
      data: { username: account.username, newPassword, code: one },
    });
  expect((await recover(account.recoveryCode)).status()).toBe(403);
  expect((await recover(code)).status()).toBe(200);
});

test('where the answer to a new password is lost, it is said that it may be in force', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(phone, 502);
  await loseAnswer(page, '/auth/recovery/code');
  await page.goto('/recover');
  await field(page, 'Username').fill(account.username);
  await field(page, 'Recovery code').fill(account.recoveryCode);
  await typeNewPassword(page);
  await button(page, 'Set new password').click();
  await expect(toast(page, 'No answer came. Your new password may be in force already')).toBeVisible();
  await signInAgain(request, { ...account, password: newPassword });
});

test('the ways to prove an account fill their field from edge to edge', async ({ openPage }) => {
  const page = await openPage(phone);
  await page.goto('/recover');
  const first = await button(page, 'Recovery code').boundingBox();
  const last = await button(page, 'Wallet').boundingBox();
  const username = await field(page, 'Username').boundingBox();
  if (!first || !last || !username) throw new Error('The fields are there.');
  expect(first.x - username.x).toBeLessThan(8);
  expect(username.x + username.width - (last.x + last.width)).toBeLessThan(8);
});

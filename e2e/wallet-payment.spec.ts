import { expect, type Page } from '@playwright/test';
import { lamportsOn, payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import {
  addWallet,
  askedOfWallets,
  createWalletKey,
  type WalletInPage,
  type WalletKey,
} from './wallet-in-page.ts';
import { desktop, phone, test } from './watched-page.ts';

const sandboxWords = /sandbox that real wallets cannot reach/;
const server = forFile(() => startJourneyServer({ chain: 'devnet' }));
let donationLink: string;
let rich: WalletKey;
test.beforeAll(async () => {
  const { donationLink: link } = await post('/auth/register', {
    username: `w-${Date.now() % 1e8}`,
    password: 'correct horse',
  });
  donationLink = link ?? '';
  rich = await createWalletKey();
  await fund(rich, 1_000_000_000);
});

async function post(path: string, body: object, origin = server.url): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(reply.ok).toBe(true);
  return (await reply.json()) as Record<string, string>;
}

async function fund({ address }: WalletKey, lamports: number): Promise<void> {
  await payFromFaucet(server.rpcUrl, address, lamports);
  await expect.poll(() => lamportsOn(server.rpcUrl, address)).toBe(lamports);
}

/** The payment step of a new donation, in a browser with these wallets. */
async function openPayment(page: Page, ...wallets: WalletInPage[]): Promise<{ id: string; address: string }> {
  const donation = await post('/donations', { linkCode: donationLink });
  for (const wallet of wallets) await addWallet(page, wallet);
  await page.goto(`${server.url}/donate/${donationLink}/${donation['id']}`);
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  return { id: donation['id'] ?? '', address: donation['walletAddress'] ?? '' };
}

const payButton = (page: Page, name: string) => page.getByRole('button', { name: `Pay with ${name}` });

test('a wallet of the browser pays: it connects and signs, and is asked for nothing else', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const { address } = await openPayment(page, { name: 'Phantasma', answer: 'signs', key: rich });
  await expect(page.getByLabel('Amount in SOL')).toHaveValue('0.002');
  await page.getByLabel('Amount in SOL').fill('0,05');
  await payButton(page, 'Phantasma').click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(page.getByText('Your donation of 0.050000 SOL has been received!')).toBeVisible();
  expect(await askedOfWallets(page)).toEqual(['Phantasma: connect', 'Phantasma: signTransaction']);
  // Received; from there the usual sweep takes it to the streamer.
  await expect.poll(() => lamportsOn(server.rpcUrl, rich.address)).toBe(1_000_000_000 - 50_000_000 - 5000);
  await expect.poll(() => lamportsOn(server.rpcUrl, address)).toBe(0);
});

test('a person who says no has paid nothing, is told so quietly, and may try again', async ({ openPage }) => {
  const page = await openPage(phone);
  const { address } = await openPayment(page, { name: 'Phantasma', answer: 'rejects', key: rich });
  for (let times = 0; times < 2; times += 1) {
    await payButton(page, 'Phantasma').click();
    await expect(page.getByText('Nothing was paid.', { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  expect(await lamportsOn(server.rpcUrl, address)).toBe(0);
});

test('a wallet that never answers can be left waiting', async ({ openPage }) => {
  const page = await openPage(desktop);
  await openPayment(page, { name: 'Phantasma', answer: 'nothing', key: rich });
  await payButton(page, 'Phantasma').click();
  await expect(page.getByRole('button', { name: 'Please confirm in Phantasma...' })).toBeDisabled();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(page.getByText('Nothing was paid.', { exact: true })).toBeVisible();
  await expect(payButton(page, 'Phantasma')).toBeEnabled();
});

test('less than the minimum is refused at the field, and the wallet is not bothered', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  await openPayment(page, { name: 'Phantasma', answer: 'signs', key: rich });
  const amount = page.getByLabel('Amount in SOL');
  for (const [typed, words] of [
    ['0.001999999', 'Please pay at least 0.002000 SOL'],
    ['all of it', 'Please enter an amount of SOL with at most 9 decimals, for example 0.05 or 1000'],
    ['1000001', 'Please pay at most 1000000 SOL'],
  ] as const) {
    await amount.fill(typed);
    await payButton(page, 'Phantasma').click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
  }
  await amount.fill('0.002');
  await expect(amount).toHaveAttribute('aria-invalid', 'false');
  expect(await askedOfWallets(page)).toEqual([]);
});

test('a wallet that holds too little is told so before it is asked to sign', async ({ openPage }) => {
  const page = await openPage(desktop, 409);
  const poor = await createWalletKey();
  await fund(poor, 1_500_000);
  await openPayment(page, { name: 'Phantasma', answer: 'signs', key: poor });
  await payButton(page, 'Phantasma').click();
  await expect(page.getByRole('alert')).toHaveText(/does not hold enough.*Nothing was paid\./);
  expect(await askedOfWallets(page)).toEqual(['Phantasma: connect']);
});

test('several wallets are a choice, and one for another network is not offered', async ({ openPage }) => {
  const page = await openPage(phone);
  await openPayment(
    page,
    { name: 'Phantasma', answer: 'rejects', key: rich },
    { name: 'Solfuego', answer: 'signs', key: rich },
    { name: 'Elsewhere', answer: 'signs', key: rich, chains: ['solana:mainnet'] },
  );
  await expect(page.getByRole('button', { name: /^Pay with / })).toHaveText([
    'Pay with Phantasma',
    'Pay with Solfuego',
  ]);
  await expect(payButton(page, 'Solfuego').locator('img')).toBeVisible();
  await payButton(page, 'Solfuego').click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(await askedOfWallets(page)).toEqual(['Solfuego: connect', 'Solfuego: signTransaction']);
});

test('where there is no wallet there is no button', async ({ openPage }) => {
  const page = await openPage(desktop);
  const loaded = page.waitForResponse((reply) => /wallet-pay.*\.js/.test(reply.url()));
  await openPayment(page);
  await loaded;
  await expect(page.getByText('Open in Wallet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay with / })).toHaveCount(0);
});

test('on the sandbox a wallet is told that it cannot reach it', async ({ openPage, baseURL }) => {
  const origin = baseURL ?? '';
  const account = { username: `x-${Date.now() % 1e8}`, password: 'correct horse' };
  const { donationLink: linkCode } = await post('/auth/register', account, origin);
  const { id } = await post('/donations', { linkCode }, origin);
  const page = await openPage(phone);
  await addWallet(page, { name: 'Phantasma', answer: 'signs', key: rich });
  await page.goto(`/donate/${linkCode}/${id}`);
  await expect(page.getByText(sandboxWords)).toBeVisible();
  await expect(payButton(page, 'Phantasma')).toHaveCount(0);
});

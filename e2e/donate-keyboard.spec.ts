import { expect, type Page } from '@playwright/test';
import { createDonation, pay, test, tellOfDonation, toastOf } from './donate-journey.ts';
import { refuse } from './streamer-account.ts';
import { desktop } from './watched-page.ts';
import { listenIn } from './listen-in.ts';

/** Presses Tab until this has the focus; fails when it is not on the way. */
async function tabTo(page: Page, what: ReturnType<Page['locator']>): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    if ((await what.count()) > 0 && (await what.evaluate((one) => one === document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  await expect(what).toBeFocused();
}

test('that a donation is created is said once to who hears the page: by the heading that has the focus', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/donate/${streamer.donationLink}`);
  await expect(page.getByLabel('Name')).toBeVisible();
  const said = await listenIn(page);
  await page.getByRole('button', { name: 'Create Donation' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeFocused();
  await expect(toastOf(page, 'Donation created! Send Solana to the address below.')).toBeVisible();
  // What is said of the next press comes after all that.
  await page.getByRole('button', { name: 'Copy Address' }).press('Enter');
  await expect.poll(said).toContain('live: Address copied!');
  expect((await said()).filter((words) => /donation created/i.test(words))).toEqual([
    'focus: Donation Created!',
  ]);
});

test('what ends the wait is said once to who hears the page', async ({ openDonor, streamer }) => {
  const begin = async () => {
    const page = await openDonor(desktop);
    const { id, path } = await createDonation(page, streamer.donationLink);
    await page.goto(path);
    await expect(page.getByText('Waiting for payment')).toBeVisible();
    return { page, id, said: await listenIn(page) };
  };
  const paid = await begin();
  await pay(paid.page, paid.id, 0.25);
  await expect(toastOf(paid.page, 'Donation received! 0.250000 SOL')).toBeVisible();
  await expect(paid.page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
  const ofMoney = (await paid.said()).filter((words) => /received|thank/i.test(words));
  expect(ofMoney).toEqual([
    'focus: Thank You!',
    expect.stringMatching(/^live: Your donation of 0.250000 SOL has been received!/),
  ]);

  const expired = await begin();
  await tellOfDonation(expired.page, expired.id, { status: 'EXPIRED' });
  await expect(toastOf(expired.page, 'Donation expired. Please create a new one.')).toBeVisible();
  await expect(expired.page.getByRole('heading', { name: 'Donation Expired' })).toBeFocused();
  expect((await expired.said()).filter((words) => /expired/i.test(words))).toEqual([
    'focus: Donation Expired',
    'live: This donation link has expired. Please create a new donation.',
  ]);

  const failed = await begin();
  await tellOfDonation(failed.page, failed.id, { status: 'FAILED' });
  await expect(toastOf(failed.page, 'Donation failed. Please try again.')).toBeVisible();
  await expect(failed.page.getByRole('heading', { name: 'Donation Failed' })).toBeFocused();
  expect((await failed.said()).filter((words) => /failed|taken back/i.test(words))).toEqual([
    'focus: Donation Failed',
    expect.stringMatching(
      /^live: The payment was taken back by the chain. It should be in your wallet again/,
    ),
  ]);
});

test('a donor fills in, creates, copies, pays and goes on by keyboard alone', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/donate/${streamer.donationLink}`);
  await expect(page.getByLabel('Name')).toBeVisible();
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Zoë');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keys alone');
  await tabTo(page, page.getByRole('button', { name: 'Create Donation' }));
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Donation Created!' });
  await expect(heading).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Copy Address' }));
  await page.keyboard.press('Space');
  await expect(toastOf(page, 'Address copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  await heading.focus();
  await tabTo(page, page.getByRole('button', { name: 'Pay from the sandbox faucet' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Send another donation' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Support ${streamer.username}` })).toBeFocused();
  // Who gives once more is the same, and has something else to say.
  await expect(page.getByLabel('Name')).toHaveValue('Zoë');
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('the faucet and ‘check again’ keep the focus, also when they fail', async ({ openDonor, streamer }) => {
  const page = await openDonor(desktop, /status of 502/);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await refuse(page, '/sandbox/pay', 502, null);
  await page.goto(path);
  const faucet = page.getByRole('button', { name: 'Pay from the sandbox faucet' });
  await faucet.press('Enter');
  await expect(toastOf(page, 'The faucet could not pay. Please try again.')).toBeVisible();
  await expect(faucet).toBeFocused();
  await tellOfDonation(page, id, { status: 'EXPIRED' });
  await page.reload();
  const again = page.getByRole('button', { name: 'I already paid: check again' });
  await again.press('Enter');
  await expect(toastOf(page, 'No payment has been seen yet.')).toBeVisible();
  await expect(again).toBeFocused();
});

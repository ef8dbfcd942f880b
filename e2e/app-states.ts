import { expect, type Page } from '@playwright/test';
import { chapters } from '#web/features/guide/chapters.ts';
import type { Language } from '#web/texts/language.ts';
import { adminStates } from './admin-states.ts';
import {
  dashboardReplies,
  donationReplies,
  donorReplies,
  kat,
  newStreamerReplies,
  protectedReplies,
  received,
  restingReplies,
  silentReplies,
  streamerReplies,
  streamerTold,
  waiting,
} from './played-data.ts';
import type { Replies, Told } from './played-server.ts';
import { tokenStates } from './token-states.ts';

/** A state of a page that a person can meet, with what the server says meanwhile. */
export interface AppState {
  name: string;
  path: string;
  replies: Replies;
  told?: Told;
  /** The streamer's token is stored. */
  isSignedIn?: boolean;
  /** The server answers the address itself with 404. */
  isMissing?: true;
  /** Where it is looked at, when not everywhere: the drawer is only below 1024 px, and some pages are very long. */
  widths?: readonly number[];
  /** Leads from the opened page into the state. */
  prepare?: (page: Page) => Promise<void>;
  /** Seen when the state is there. */
  ready: (page: Page) => ReturnType<Page['locator']>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).first();
const dialog = (page: Page) => page.getByRole('dialog');
const press = (name: string | RegExp) => async (page: Page) =>
  await page.getByRole('button', { name }).first().click();
const open = { replies: { config: streamerReplies.config } as Replies };
const signedIn = { replies: streamerReplies, told: streamerTold, isSignedIn: true } as const;
const donating = { replies: donorReplies };
const ofDonation = (over: Partial<typeof waiting>, name: string, title: string | RegExp): AppState => ({
  name,
  path: '/donate/katlive/played',
  replies: donationReplies({ ...(over.status === undefined ? waiting : received), ...over }),
  told: {},
  ready: heading(title),
});

const publicStates: AppState[] = [
  { ...open, name: 'landing', path: '/', ready: heading('Accept Solana donations on your stream') },
  {
    ...open,
    name: 'sign-in',
    path: '/login',
    ready: (page) => page.getByRole('button', { name: 'Sign in' }),
  },
  {
    ...open,
    name: 'sign-in refused',
    path: '/login',
    prepare: press('Sign in'),
    ready: (page) => page.getByText('Username is required'),
  },
  {
    ...open,
    name: 'registration',
    path: '/register',
    ready: (page) => page.getByLabel('Confirm Password', { exact: true }),
  },
  {
    ...open,
    name: 'registration refused',
    path: '/register',
    prepare: async (page) => {
      await page.getByLabel('Username').fill('a!');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await press('Create account')(page);
    },
    ready: (page) => page.getByText("Passwords don't match"),
  },
  {
    name: 'account created',
    path: '/register',
    replies: {
      ...open.replies,
      register: {
        user: kat,
        token: 'played',
        walletPrivateKey: '4'.repeat(88),
        donationLink: 'katlive',
        recoveryCode: '7k2m-0q8x-4t9d-w1zh',
      },
    },
    prepare: async (page) => {
      await page.getByLabel('Username').fill('katlive');
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse');
      await press('Create account')(page);
    },
    ready: heading('Account Created Successfully!'),
  },
  {
    ...open,
    name: 'recovery refused',
    path: '/recover',
    prepare: async (page) => {
      await press('Private key')(page);
      await press('Set new password')(page);
    },
    ready: (page) => page.getByText('Please paste the private key'),
  },
  {
    name: 'account recovered',
    path: '/recover',
    replies: {
      ...open.replies,
      recoverByCode: { user: kat, token: 'played', recoveryCode: '7k2m-0q8x-4t9d-w1zh' },
    },
    prepare: async (page) => {
      await page.getByLabel('Username').fill('katlive');
      await page.getByLabel('Recovery code', { exact: true }).fill('7k2m-0q8x-4t9d-w1zh');
      await page.getByLabel('New password', { exact: true }).fill('correct horse');
      await page.getByLabel('Confirm new password', { exact: true }).fill('correct horse');
      await press('Set new password')(page);
    },
    ready: heading('You are back in'),
  },
  { ...open, name: 'guide', path: '/guide', ready: heading(/./) },
  { ...open, name: 'privacy', path: '/privacy', ready: heading('Privacy') },
  { ...open, name: 'terms', path: '/terms', ready: heading('Terms') },
  { ...open, name: 'API docs', path: '/api/docs', widths: [390], ready: heading('API') },
  {
    ...open,
    name: 'API docs, a call',
    path: '/api/docs#createDonation',
    widths: [1024],
    ready: (page) => page.getByText('Example', { exact: true }),
  },
  { ...open, name: 'not found', path: '/nothing-here', isMissing: true, ready: heading('Page not found') },
];

/** A chapter's states differ in words and pictures only. */
const guideStates: AppState[] = chapters.map(({ slug }) => ({
  ...open,
  name: `guide: ${slug}`,
  path: `/guide/${slug}`,
  widths: [1440, 390],
  ready: heading(/./),
}));

const donorStates: AppState[] = [
  { ...donating, name: 'donation form', path: '/donate/katlive', ready: heading('Support katlive') },
  {
    ...donating,
    name: 'donation form refused',
    path: '/donate/katlive',
    prepare: async (page) => {
      await page.getByLabel(/^Name/).fill('x'.repeat(51));
      await page.getByLabel(/^Message/).fill('x'.repeat(501));
      await press('Create Donation')(page);
    },
    ready: (page) => page.getByText('Message must be less than 500 characters'),
  },
  {
    name: 'link not found',
    path: '/donate/nobody',
    replies: { ...open.replies, donationPage: { refused: 'invalid_link_code' } },
    ready: heading('Donation Link Not Found'),
  },
  {
    name: 'donation not found',
    path: '/donate/katlive/nothing',
    replies: { ...donorReplies, publicDonation: { refused: 'donation_not_found' } },
    ready: heading('Donation Not Found'),
  },
  ofDonation({}, 'payment', 'Donation Created!'),
  ofDonation({ amount: 0.04, missingAmount: 0.06, hasAudio: true }, 'payment in part', 'Donation Created!'),
  ofDonation(
    {
      status: 'RECEIVED',
      hasAudio: true,
      mediaUrl: '/clips/played.mp3',
      onStream: { waitsFor: 'approval', clip: 'belowMinimum', clipMinimumAmount: 0.25 },
    },
    'donation received',
    'Thank You!',
  ),
  ofDonation(
    { status: 'EXPIRED', amount: 0.04, missingAmount: 0.06 },
    'donation expired',
    'Donation Expired',
  ),
  ofDonation({ status: 'FAILED' }, 'donation failed', /./),
];

const streamerStates: AppState[] = [
  {
    ...signedIn,
    name: 'dashboard',
    path: '/app',
    replies: dashboardReplies,
    ready: (page) => page.getByText('Connected', { exact: true }),
  },
  {
    ...signedIn,
    name: 'new dashboard',
    path: '/app',
    replies: newStreamerReplies,
    ready: heading('Dashboard'),
  },
  {
    ...signedIn,
    name: 'donations',
    path: '/app/donations',
    ready: (page) => page.getByText('FoxGlove').first(),
  },
  {
    ...signedIn,
    name: 'no donations',
    path: '/app/donations',
    replies: newStreamerReplies,
    ready: (page) => page.getByText("You haven't received any donations yet."),
  },
  { ...signedIn, name: 'settings', path: '/app/settings', ready: heading('Settings') },
  {
    ...signedIn,
    name: 'wallet',
    path: '/app/wallet',
    ready: (page) => page.getByText('The network has confirmed it.'),
  },
  {
    ...signedIn,
    name: 'wallet while no node answers',
    path: '/app/wallet',
    replies: silentReplies,
    ready: (page) => page.getByText('Nothing left your wallet; please try again.'),
  },
  {
    ...signedIn,
    name: 'withdrawal typed',
    path: '/app/wallet',
    replies: restingReplies,
    prepare: async (page) => {
      await press('Withdraw')(page);
      await press('Continue')(page);
    },
    ready: (page) => page.getByText('Please paste the address of a wallet'),
  },
  {
    ...signedIn,
    name: 'withdrawal confirmed',
    path: '/app/wallet',
    replies: restingReplies,
    prepare: async (page) => {
      await press('Withdraw')(page);
      await page.getByLabel('To this address').fill(kat.walletAddress);
      await page.getByLabel('Amount').fill('2.5');
      await press('Continue')(page);
      await page.getByLabel('Password', { exact: true }).fill('wrong horse');
      await press('Withdraw 2.500000 SOL')(page);
    },
    ready: (page) => page.getByText('This password is not right.'),
  },
  {
    ...signedIn,
    name: 'alerts by amount',
    path: '/app/alerts',
    ready: (page) => page.getByText('Gong of the house').last(),
  },
  {
    ...signedIn,
    name: 'rule that is edited',
    path: '/app/alerts',
    prepare: press('Edit: From 0.5 SOL on'),
    ready: (page) => page.getByRole('button', { name: 'Save rule' }),
  },
  { ...signedIn, name: 'widgets', path: '/app/widgets', ready: heading('Widgets') },
  {
    ...signedIn,
    name: 'webhooks',
    path: '/app/webhooks',
    prepare: press(/^Show deliveries/),
    ready: (page) => page.getByText('No answer within 10 seconds'),
  },
  {
    ...signedIn,
    name: 'no webhooks',
    path: '/app/webhooks',
    replies: newStreamerReplies,
    ready: (page) => page.getByText('There are none yet.'),
  },
  {
    ...signedIn,
    name: 'posts',
    path: '/app/posts',
    ready: (page) => page.getByText('AutoMod is looking at it.'),
  },
  {
    ...signedIn,
    name: 'no posts',
    path: '/app/posts',
    replies: newStreamerReplies,
    ready: (page) => page.getByText('Your code'),
  },
  {
    ...signedIn,
    name: 'dock',
    path: '/dock#played-token',
    ready: (page) => page.getByText('FoxGlove').first(),
  },
  { ...open, name: 'dock without a token', path: '/dock', ready: heading(/./) },
  {
    ...signedIn,
    name: 'drawer',
    path: '/app',
    replies: dashboardReplies,
    widths: [1023, 390],
    prepare: press('Open menu'),
    ready: dialog,
  },
];

const dialogStates: AppState[] = [
  {
    ...signedIn,
    name: 'dialog: add to OBS',
    path: '/app',
    replies: dashboardReplies,
    prepare: press('Add to OBS'),
    ready: dialog,
  },
  {
    ...signedIn,
    name: 'dialog: never show',
    path: '/app/donations',
    prepare: press(/never show/i),
    ready: dialog,
  },
  {
    ...signedIn,
    name: 'dialog: password',
    path: '/app/settings',
    prepare: press('Show Private Key'),
    ready: dialog,
  },
  {
    ...signedIn,
    name: 'dialog: password and code',
    path: '/app/settings',
    replies: protectedReplies,
    prepare: press('Show Private Key'),
    ready: dialog,
  },
  {
    ...signedIn,
    name: 'dialog: two-step setup',
    path: '/app/settings',
    prepare: press('Turn on'),
    ready: (page) => page.getByRole('img', { name: 'QR code for your authenticator app' }),
  },
  {
    ...signedIn,
    name: 'dialog: recovery codes',
    path: '/app/settings',
    replies: protectedReplies,
    prepare: async (page) => {
      await press('New recovery codes')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click();
    },
    ready: (page) => page.getByText('7k2m-0q8x-9b3d-hm4t'),
  },
  {
    ...signedIn,
    name: 'dialog: delete account',
    path: '/app/settings',
    prepare: press('Delete account'),
    ready: (page) => page.getByText('3.250000 SOL is in your generated wallet.'),
  },
  {
    ...signedIn,
    name: 'dashboard of an account that is to be deleted',
    path: '/app',
    // Opened as on a phone, with the alerts on top: Tab goes on to what is below them.
    widths: [390, 1440, 390],
    replies: {
      ...streamerReplies,
      usersMe: { ...kat, deletesAt: '2026-11-28T12:00:00.000Z', acceptingDonations: false },
    },
    ready: (page) => page.getByRole('button', { name: 'Keep my account' }),
  },
  {
    ...signedIn,
    name: 'dialog: new link',
    path: '/app/settings',
    prepare: press('New moderator link'),
    ready: dialog,
  },
  {
    ...signedIn,
    name: 'dialog: new token',
    path: '/app/settings',
    prepare: press('New API token'),
    ready: dialog,
  },
  {
    ...signedIn,
    name: 'dialog: add webhook',
    path: '/app/webhooks',
    prepare: press('Add webhook'),
    ready: dialog,
  },
];

/** Every page and every main state of it, in English. */
export const appStates: readonly AppState[] = [
  ...publicStates,
  ...guideStates,
  ...donorStates,
  ...streamerStates,
  ...dialogStates,
  ...tokenStates,
  ...adminStates,
];

/** The state of that name. */
export function stateOf(name: string): AppState {
  const found = appStates.find((state) => state.name === name);
  if (found === undefined) throw new Error(`There is no state ${name}.`);
  return found;
}

/** Waits until the state is there and its lazy parts as well. */
export async function enterState(page: Page, state: AppState): Promise<void> {
  await page.goto(state.path);
  await state.prepare?.(page);
  await expect(state.ready(page), state.name).toBeVisible();
  await expect(page.locator('.spin')).toHaveCount(0);
}

/** Opens a state that needs no steps in a language that was chosen, whatever its words are there. */
export async function enterInLanguage(page: Page, { path }: AppState, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }]);
  await page.goto(path);
  await showsState(page);
}

/** Waits for what every state has: its headline, and something to read in place of the spinner. */
export async function showsState(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('.spin')).toHaveCount(0);
  await expect.poll(() => page.locator('main').innerText()).not.toBe('');
}

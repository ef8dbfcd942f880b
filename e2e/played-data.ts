import type { User } from '#contract/account.ts';
import type { DeskAlert } from '#contract/alerts.ts';
import { donationStatuses, type ListedDonation, type PublicDonation } from '#contract/donation.ts';
import type { WalletEntry } from '#contract/wallet.ts';
import type { Replies, Told } from './played-server.ts';

/** The time of every played page. */
export const playedNow = new Date('2026-11-21T12:00:00.000Z');

const before = (minutes: number): string => new Date(playedNow.getTime() - minutes * 60_000).toISOString();
const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

/** The streamer of every played page. */
export const kat: User = {
  id: 'kat',
  username: 'katlive',
  walletAddress: address,
  minDonationAmount: 0.002,
  cardColor: '#22c55e',
  cardGradient: null,
  timeZone: 'UTC',
  payoutAddress: null,
  acceptingDonations: true,
};

/** The token of every played page. */
export const usdc = { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v', symbol: 'USDC', decimals: 6 };

const donors = [
  'FoxGlove',
  'Zoë',
  'Mr. Green',
  'Anonymous',
  'A name of fifty letters that goes on and on and on',
];
const messages = [
  'Good luck tonight!',
  '',
  'That last run was unreal. Greetings from the whole chat, we are all here with popcorn.',
  'x'.repeat(120),
];

const payer = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Donations at every status, the newest first. */
const donations: ListedDonation[] = Array.from({ length: 45 }, (_, index) => {
  const status = donationStatuses[(index + 1) % donationStatuses.length] ?? 'RECEIVED';
  return {
    id: `donation-${index}`,
    donatorName: donors[index % donors.length] ?? '',
    amount: status === 'PENDING' ? 0 : (index + 1) / 10,
    fiat: null,
    message: messages[index % messages.length] ?? '',
    status,
    createdAt: before(7 + index * 211),
    isShown: status === 'SHOWN' || status === 'TRANSFERRED',
    settledHow: status === 'SHOWN' || status === 'TRANSFERRED' ? 'overlay' : null,
    late: index === 4,
    isBlocked: index === 6 || index === 2,
    blockedFor: index === 2 ? { id: 'block-1', kind: 'wallet', value: payer } : null,
    hidesName: index === 3,
    hidesAmount: false,
    mediaUrl: index === 1 ? '/clips/played.mp3' : null,
    mediaDuration: index === 1 ? 4.2 : null,
    transferSignature: status === 'TRANSFERRED' ? signature : null,
  };
});

const counts = Object.fromEntries(
  donationStatuses.map((status) => [
    status,
    donations.filter((donation) => donation.status === status).length,
  ]),
) as Record<ListedDonation['status'], number>;

const days = Array.from({ length: 14 }, (_, index) => ({
  date: before((13 - index) * 1440).slice(0, 10),
  count: (index * 5) % 7,
  amount: ((index * 5) % 7) / 10,
}));

const alert = (id: string, over: Partial<DeskAlert> = {}): DeskAlert => ({
  id,
  donationId: id,
  kind: 'payment',
  donatorName: 'FoxGlove',
  amount: 0.1,
  fiat: null,
  message: 'Good luck tonight!',
  mediaUrl: null,
  mediaDuration: null,
  queuedAt: before(3),
  foundWords: [],
  isMasked: false,
  isBlocked: false,
  hidesName: false,
  hidesAmount: false,
  ...over,
});
const overlay = { connected: 1, visible: 1, lastShownAt: before(2) };

const otherAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const signatureOf = (digit: string): string => digit.repeat(88);
const entry: WalletEntry = {
  signature: signatureOf('2'),
  at: before(12),
  kind: 'donation',
  amount: 0.499995,
  fee: 0,
  succeeded: true,
  donatorName: 'FoxGlove',
  address: null,
};
const walletEntries: WalletEntry[] = [
  entry,
  {
    ...entry,
    signature: signatureOf('3'),
    at: before(300),
    kind: 'withdrawal',
    amount: -1.250005,
    fee: 0.000005,
    donatorName: null,
    address: otherAddress,
  },
  { ...entry, signature: signatureOf('4'), at: before(320), amount: 100, donatorName: 'سارة' },
  {
    ...entry,
    signature: signatureOf('6'),
    at: before(900),
    kind: 'other',
    amount: 0.0125,
    donatorName: null,
  },
  {
    ...entry,
    signature: signatureOf('7'),
    at: before(1440),
    kind: 'donation_fee',
    amount: -0.00001,
    fee: 0.00001,
    donatorName: 'Zoë',
  },
  {
    ...entry,
    signature: signatureOf('8'),
    at: before(2000),
    kind: 'other',
    amount: -0.000005,
    fee: 0.000005,
    succeeded: false,
    donatorName: null,
  },
];

/** Everything that the signed-in streamer's pages ask for. */
export const streamerReplies: Replies = {
  config: {
    network: 'devnet',
    networkLabel: 'Solana Devnet',
    sandbox: false,
    explorerUrl: 'https://explorer.solana.com',
    socialUrl: 'https://social.example/brava',
    publicUrl: 'http://localhost',
    fiatCurrency: null,
    operator: { name: 'Stage Door', contact: 'hello@stage.example' },
  },
  retention: { days: null, isChosen: false, choices: [null, 30, 90, 365] },
  accountDeletion: {
    finalAt: null,
    graceDays: 7,
    openDonations: 2,
    onTheWay: { addresses: 1, amount: 0.5 },
    walletAmount: 3.25,
  },
  usersMe: kat,
  authMe: kat,
  logout: { ok: true },
  myTokens: { data: [] },
  walletTokens: { data: [{ ...usdc, amount: '1234.5' }] },
  donationStats: { totalDonations: 37, totalAmount: 12.345678, todayDonations: 3 },
  donationLink: {
    url: 'http://localhost/donate/katlive',
    websocketUrl: 'http://localhost/api',
    linkCode: 'secretcode',
  },
  myDonations: { data: donations, total: donations.length },
  searchDonations: { data: donations.slice(0, 20), found: donations.length, counts },
  dailyDonations: { timeZone: 'UTC', days },
  markShown: { ...(donations[0] as ListedDonation), isShown: true },
  changeSettings: kat,
  changeAccount: kat,
  exportKey: { refused: 'confirm_password' },
  listSessions: {
    data: [
      {
        id: 'here',
        device: 'Chrome on Linux',
        createdAt: before(600),
        seenAt: before(0),
        endsAt: before(-43_200),
        isCurrent: true,
      },
      {
        id: 'there',
        device: null,
        createdAt: before(9000),
        seenAt: before(2000),
        endsAt: before(-41_200),
        isCurrent: false,
      },
    ],
  },
  recoveryCode: { since: before(40_000) },
  wallet: {
    address,
    balance: 4.207715,
    onItsWay: 0.25,
    payoutAddress: null,
    withdrawal: {
      id: 'played',
      status: 'confirmed',
      address: otherAddress,
      amount: 2.5,
      fee: 0.000005,
      isAll: false,
      createdAt: before(1),
      triedUntil: before(-9),
      endedAt: null,
      why: null,
      signature: signatureOf('5'),
    },
    tokens: [usdc],
  },
  walletEntries: { data: walletEntries, next: `1.${signatureOf('1')}`, state: 'complete' },
  quoteWithdrawal: {
    address: otherAddress,
    amount: 2.5,
    fee: 0.000005,
    remains: 1.70771,
    unitPrice: 0,
  },
  withdraw: { refused: 'wrong_password' },
  secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
  beginSecondFactor: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Brava:katlive?issuer=Brava&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  },
  alertDesk: {
    streamerName: kat.username,
    role: 'streamer',
    isPaused: false,
    sound: { volume: 80, isMuted: false },
    overlay,
    now: { ...alert('now'), sentAt: before(0), endsAt: before(-1), isSettled: false },
    toApprove: [
      alert('ask', {
        foundWords: ['unreal'],
        message: 'That was unreal',
        mediaUrl: '/clips/played.mp3',
        mediaDuration: 4.2,
      }),
    ],
    next: [alert('next-1'), alert('next-2', { donatorName: 'Zoë' })],
    tray: [alert('tray', { queuedAt: before(90) })],
    recent: [{ ...alert('recent'), settledAt: before(2), settledHow: 'overlay' }],
    counts: { onStream: 1, toApprove: 1, next: 2, tray: 1 },
    cleared: 0,
  },
  alertSettings: {
    approveFirst: false,
    holdsLinks: true,
    holdsClips: false,
    holdsNewDonors: true,
    holdsLongMessages: false,
    showsHeldAfterMinutes: null,
    wordAction: 'mask',
    wordLists: ['en'],
    ownWords: ['spoiler'],
    allowedWords: [],
    clipMinimumAmount: null,
    stacksCards: false,
    showsFiat: false,
  },
  listBlocks: {
    data: [
      {
        id: 'block-1',
        kind: 'wallet',
        value: payer,
        addedBy: 'Ana',
        role: 'moderator',
        createdAt: before(40),
      },
      {
        id: 'block-2',
        kind: 'word',
        value: 'free coins',
        addedBy: kat.username,
        role: 'streamer',
        createdAt: before(900),
      },
    ],
  },
  alertRules: {
    rules: [
      {
        id: 'large',
        kind: 'from',
        amount: 0.5,
        style: { cardColor: '#f97316', cardGradient: '{"gradientType":"fire"}' },
        builtInSound: 'fanfare',
        soundId: null,
        volume: 80,
        seconds: 12,
        showsMessage: true,
        playsClip: true,
      },
      {
        id: 'exact',
        kind: 'exact',
        amount: 0.42,
        style: null,
        builtInSound: null,
        soundId: 'gong',
        volume: 100,
        seconds: 7,
        showsMessage: false,
        playsClip: false,
      },
    ],
    sounds: [{ id: 'gong', name: 'Gong of the house', url: '/clips/played.mp3', duration: 3.4 }],
  },
  speech: {
    source: 'browser',
    minimumAmount: 0.05,
    volume: 90,
    language: 'en',
    isServerAble: true,
    overlays: { asked: 1, able: 0 },
  },
  alertLog: {
    data: [
      { id: '1', at: before(9), who: kat.username, role: 'streamer', action: 'pause', donatorName: null },
    ],
  },
  accessTokens: {
    data: [
      {
        id: 't',
        scopes: ['moderator'],
        name: 'Ana',
        hidesAmounts: true,
        createdAt: before(3000),
        lastUsedAt: before(70),
      },
    ],
  },
  postPlaces: {
    data: (['discord', 'twitch'] as const).map((kind) => ({
      kind,
      isOffered: kind === 'discord',
      isConnected: kind === 'discord',
      isOn: kind === 'discord',
      label: kind === 'discord' ? 'Tip jar' : null,
      template: '{name} donated[ {amount}][ ({fiat})][: {message}]',
      minimumAmount: 0.05,
      endedWhy: kind === 'discord' ? null : 'gone',
      linking: null,
    })),
  },
  posts: {
    data: (['waiting', 'given_up', 'sent'] as const).map((state, index) => ({
      id: `post-${index}`,
      donationId: state === 'sent' ? null : `donation-${index}`,
      state,
      createdAt: before(5 + index * 40),
      attempts: 3 - index,
      endedAt: state === 'waiting' ? null : before(4 + index * 40),
      error: state === 'given_up' ? 'dropped' : state === 'waiting' ? 'limited' : null,
      said: state === 'given_up' ? 'AutoMod is looking at it.' : null,
    })),
  },
  listWebhooks: {
    data: [
      {
        id: 'hook',
        url: 'https://bot.example.com/brava/donations?channel=katlive',
        events: ['donation.received', 'donation.transferred'],
        isActive: true,
        disabledWhy: null,
        createdAt: before(9000),
        failingSince: before(50),
        oldSecretUntil: before(-600),
      },
      {
        id: 'gone',
        url: `https://hooks.example.com/${'a-long-secret-path'.repeat(8)}`,
        events: ['donation.received'],
        isActive: false,
        disabledWhy: 'failing',
        createdAt: before(20_000),
        failingSince: before(8000),
        oldSecretUntil: null,
      },
    ],
  },
  webhookDeliveries: {
    data: (['waiting', 'given_up', 'delivered'] as const).map((state, index) => ({
      id: `delivery-${index}`,
      event: 'donation.received',
      donationId: `donation-${index}`,
      state,
      createdAt: before(50 + index * 70),
      attempts: index + 1,
      nextAt: state === 'waiting' ? before(-20) : null,
      lastAt: before(10 + index * 70),
      lastStatus: state === 'given_up' ? null : state === 'waiting' ? 503 : 204,
      lastError: state === 'given_up' ? 'timed_out' : state === 'waiting' ? 'status' : null,
      lastDurationMs: 38,
      payload: JSON.stringify({ version: 1, type: 'donation.received', data: { donatorName: 'FoxGlove' } }),
    })),
    found: 45,
  },
  widgets: {
    settings: {
      goal: { title: 'New microphone', target: 10, offset: 0 },
      leaderboard: { span: 'all', places: 5 },
      ticker: { count: 5 },
    },
    state: {
      goal: { title: 'New microphone', target: 10, raised: 3.5, since: before(9000) },
      leaderboard: { span: 'all', places: [{ donatorName: 'FoxGlove', amount: 2 }] },
      ticker: [{ id: 'a', donatorName: 'Zoë', amount: 0.5, paidAt: before(7) }],
      stream: null,
    },
  },
};

/** The same for the dashboard, which asks for the five most recent donations only. */
export const dashboardReplies: Replies = {
  ...streamerReplies,
  myDonations: { data: donations.slice(0, 5), total: donations.length },
};

const playedWallet = { address, balance: 4.207715, payoutAddress: null, withdrawal: null };

/** A wallet of which nothing is being withdrawn. */
export const restingReplies: Replies = { ...streamerReplies, wallet: playedWallet };

/** A wallet while no node answers; donations go elsewhere, and the last withdrawal came to nothing. */
export const silentReplies: Replies = {
  ...streamerReplies,
  wallet: {
    ...playedWallet,
    balance: null,
    payoutAddress: otherAddress,
    withdrawal: {
      id: 'played',
      status: 'not_sent',
      address: otherAddress,
      amount: 2.5,
      fee: 0.000005,
      isAll: true,
      createdAt: before(20),
      triedUntil: before(10),
      endedAt: before(10),
      why: 'no_answer',
      signature: null,
    },
  },
  walletEntries: { data: [], next: null, state: 'unknown' },
};

/** A streamer to whom nothing has happened yet. */
export const newStreamerReplies: Replies = {
  ...streamerReplies,
  donationStats: { totalDonations: 0, totalAmount: 0, todayDonations: 0 },
  myDonations: { data: [], total: 0 },
  searchDonations: {
    data: [],
    found: 0,
    counts: Object.fromEntries(donationStatuses.map((status) => [status, 0])) as typeof counts,
  },
  dailyDonations: { timeZone: 'UTC', days: days.map(({ date }) => ({ date, count: 0, amount: 0 })) },
  alertDesk: {
    streamerName: kat.username,
    role: 'streamer',
    isPaused: false,
    sound: { volume: 80, isMuted: false },
    overlay: { connected: 0, visible: 0, lastShownAt: null },
    now: null,
    toApprove: [],
    next: [],
    tray: [],
    recent: [],
    counts: { onStream: 0, toApprove: 0, next: 0, tray: 0 },
    cleared: 0,
  },
  accessTokens: { data: [] },
  postPlaces: {
    data: (['discord', 'twitch'] as const).map((kind) => ({
      kind,
      isOffered: true,
      isConnected: false,
      isOn: false,
      label: null,
      template: '{name} donated[ {amount}]',
      minimumAmount: null,
      endedWhy: null,
      linking:
        kind === 'discord'
          ? null
          : { userCode: 'SZPPRMFW', url: 'https://www.twitch.tv/activate', expiresAt: before(-30) },
    })),
  },
  listWebhooks: { data: [] },
  alertLog: { data: [] },
  listBlocks: { data: [] },
};

/** A streamer whose two-step protection is on, with few recovery codes left. */
export const protectedReplies: Replies = {
  ...streamerReplies,
  exportKey: { refused: 'confirm_second_factor' },
  secondFactor: { isOn: true, since: before(9000), recoveryCodesLeft: 2 },
  replaceRecoveryCodes: {
    recoveryCodes: Array.from({ length: 10 }, (_, number) => `7k2m-0q8x-${number}b3d-hm4t`),
  },
};

/** What the socket tells the streamer's pages. */
export const streamerTold: Told = { streamer_connected: { userId: kat.id }, overlay_state: overlay };

/** What a donor's page shows before a donation is made. */
export const donorReplies: Replies = {
  config: streamerReplies.config,
  donationPage: {
    streamerName: kat.username,
    minDonationAmount: 0.002,
    acceptsClips: true,
    clipMinimumAmount: null,
    isModerated: false,
  },
};

/** A donation as its own page shows it: unpaid, 9:42 left. */
export const waiting: PublicDonation = {
  id: 'played',
  linkCode: 'katlive',
  streamerName: kat.username,
  donatorName: 'FoxGlove',
  message: 'Good luck tonight!',
  walletAddress: address,
  status: 'PENDING',
  minAmount: 0.1,
  askedAmount: null,
  hidesName: false,
  hidesAmount: false,
  amount: 0,
  missingAmount: 0.1,
  fiat: null,
  createdAt: before(0.3),
  expiresAt: before(-9.7),
  paidAt: null,
  shownOnStreamAt: null,
  late: false,
  hasAudio: false,
  mediaUrl: null,
  onStream: { waitsFor: null, clip: null, clipMinimumAmount: null },
  paymentSignatures: [],
  transferSignature: null,
};

/** The same donation after it was paid. */
export const received: PublicDonation = {
  ...waiting,
  status: 'RECEIVED',
  amount: 0.1,
  missingAmount: 0,
  paidAt: before(0),
  paymentSignatures: [signature],
};

/** A donor's page of a donation. */
export function donationReplies(donation: PublicDonation): Replies {
  const { status, amount, mediaUrl, token } = donation;
  return {
    ...donorReplies,
    publicDonation: donation,
    donationStatus: { status, amount, mediaUrl, token },
  };
}

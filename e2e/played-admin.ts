import type { AdminBackups, AdminHealth, AdminMoney, AdminStreamer, AuditEntry } from '#contract/admin.ts';
import type { AdminAlarms } from '#contract/alarms.ts';
import { kat, playedNow, streamerReplies, streamerTold, usdc } from './played-data.ts';
import type { Replies, Told } from './played-server.ts';

const before = (minutes: number): string => new Date(playedNow.getTime() - minutes * 60_000).toISOString();

const health: AdminHealth = {
  findings: [],
  version: '0.1.0',
  startedAt: before(2900),
  database: { version: '18.4', schema: 14, bytes: 1_340_000_000 },
  processes: [
    { id: '0b1f9c3e', startedAt: before(2900), seenAt: before(0) },
    { id: '77ad02c4', startedAt: before(2899), seenAt: before(0) },
  ],
  nodes: [
    { name: '1:example.com', state: 'good', failures: 0, answeredAt: before(0) },
    { name: '2:provider.example', state: 'good', failures: 0, answeredAt: before(0) },
  ],
  eventLagSeconds: 0.02,
  alerts: { waiting: 3, toApprove: 1, inTray: 0 },
  overlays: { connected: 212, visible: 187 },
};

const alarms: AdminAlarms = {
  ways: [
    { way: 'webhook', place: 'hooks.example.com', deliveredAt: before(1400), failing: null },
    { way: 'mail', place: 'mail.example.com', deliveredAt: before(1400), failing: null },
  ],
  standing: [],
  past: [
    {
      id: '2',
      code: 'money_late',
      level: 'problem',
      count: null,
      name: null,
      raisedAt: before(1462),
      clearedAt: before(1400),
      wasTold: true,
    },
    {
      id: '1',
      code: 'node_failing',
      level: 'warning',
      count: null,
      name: '2:provider.example',
      raisedAt: before(9000),
      clearedAt: before(8600),
      wasTold: false,
    },
  ],
};

const troubledAlarms: AdminAlarms = {
  ways: [
    { way: 'webhook', place: 'hooks.example.com', deliveredAt: before(3), failing: null },
    {
      way: 'mail',
      place: 'mail.example.com',
      deliveredAt: before(2000),
      failing: { why: 'login_refused', status: 535, since: before(24), nextAt: before(-8) },
    },
  ],
  standing: [
    {
      id: '4',
      code: 'ledger_differs',
      level: 'problem',
      count: 1,
      name: null,
      raisedAt: before(62),
      toldAt: before(3),
    },
    {
      id: '5',
      code: 'money_late',
      level: 'problem',
      count: null,
      name: null,
      raisedAt: before(15),
      toldAt: before(14),
    },
    {
      id: '6',
      code: 'disk_low',
      level: 'warning',
      count: 7340,
      name: 'stage-1.example.com:/var/lib/brava/data',
      raisedAt: before(4),
      toldAt: null,
    },
  ],
  past: alarms.past,
};

const money: AdminMoney = {
  waitingForPayment: 41,
  unswept: { addresses: 6, amount: 1.2345, oldestAt: before(2) },
  tooSmall: { addresses: 2, amount: 0.001 },
  liveSweeps: { count: 4, retried: 0 },
  ledgerMismatches: 0,
  stuck: [],
};

const backupRun = (days: number): NonNullable<AdminBackups['backups']>['runs'][number] => ({
  id: `b-${days}`,
  file: 'brava-2026-11-21T03-00-00Z-0b1f9c3e.backup',
  startedAt: before(days * 1440 + 190),
  state: 'good',
  bytes: 184_000_000 - days * 1_200_000,
  rows: 1_204_118 - days * 8000,
  checkedAt: before(days * 1440 + 188),
  failure: null,
  detail: null,
});
const goodRuns = [0, 1, 2, 3, 4].map(backupRun);
const backups: NonNullable<AdminBackups['backups']> = {
  place: 's3://store.example/brava/backups/',
  kind: 'bucket',
  isBesideDatabase: false,
  everyHours: 24,
  keep: { daily: 7, weekly: 4, monthly: 6 },
  nextAt: before(-1250),
  isWanted: false,
  isRunning: false,
  lastGood: backupRun(0),
  runs: goodRuns,
};
const troubledBackups: typeof backups = {
  ...backups,
  place: '/var/lib/brava/a-folder-with-a-rather-long-name/backups',
  kind: 'folder',
  isBesideDatabase: true,
  nextAt: before(5),
  lastGood: backupRun(2),
  runs: [
    {
      ...backupRun(0),
      state: 'failed',
      failure: 'no_room',
      checkedAt: null,
      detail: 'The disk of /var/lib/brava has 312 MB left; 500 MB must stay free.',
    },
    { ...backupRun(1), state: 'missing' },
    backupRun(2),
  ],
};

/** An installation in trouble: everything that can be wrong, in as many words as it takes. */
const troubledHealth: AdminHealth = {
  ...health,
  findings: [
    { code: 'ledger_differs', level: 'problem', count: 1, since: null, name: null },
    { code: 'money_late', level: 'problem', count: null, since: before(25), name: null },
    { code: 'node_failing', level: 'warning', count: null, since: before(9), name: '1:example.com' },
    { code: 'node_behind', level: 'warning', count: 512, since: null, name: '2:example.com' },
    { code: 'chain_unheard', level: 'warning', count: 1, since: null, name: null },
    { code: 'sweeps_stuck', level: 'warning', count: 3, since: null, name: null },
    { code: 'fee_payer_low', level: 'warning', count: null, since: null, name: null },
    {
      code: 'disk_low',
      level: 'warning',
      count: 7340,
      since: null,
      name: 'stage-1.example.com:/var/lib/brava/data',
    },
    { code: 'backup_failing', level: 'problem', count: null, since: before(3070), name: 'no_room' },
  ],
  nodes: health.nodes.map((node, index) =>
    index === 0 ? { ...node, state: 'failing', failures: 14, answeredAt: before(9) } : node,
  ),
};

const troubledMoney: AdminMoney = {
  ...money,
  unswept: { addresses: 12, amount: 1034.5, oldestAt: before(25) },
  liveSweeps: { count: 4, retried: 2 },
  ledgerMismatches: 1,
  tokens: {
    feePayer: { address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', balance: 0.00012, isLow: true },
    unswept: [{ ...usdc, amount: '1034.5', addresses: 12 }],
    liveSweeps: 0,
  },
  stuck: [
    {
      donationId: 'd1',
      streamerId: 'zoe',
      username: 'zoe_plays_everything',
      amount: 0.25,
      reason: 'books_differ',
      detail: 'books_differ: 250000001 lamports',
      attempts: 11,
      nextAttemptAt: before(-34),
    },
    {
      donationId: 'd2',
      streamerId: 'kat',
      username: 'katlive',
      amount: 0.002,
      reason: 'trouble',
      detail: 'Transient: sendTransaction: the node gave no usable answer',
      attempts: 0,
      nextAttemptAt: before(0),
    },
    {
      donationId: 'd3',
      streamerId: 'kat',
      username: 'katlive',
      amount: 0,
      token: { ...usdc, amount: '25.5' },
      reason: 'fee_payer_empty',
      detail: 'fee_payer_empty: 120000 lamports',
      attempts: 3,
      nextAttemptAt: before(-4),
    },
  ],
};

const names = ['katlive', 'zoe_plays_everything', 'Mr-Green', 'foxglove', 'nightowl', 'a1b', 'lumen_kat'];
const streamers: AdminStreamer[] = names.map((username, index) => ({
  id: username === 'katlive' ? 'kat' : username,
  username,
  walletAddress: kat.walletAddress,
  createdAt: before(index * 5000 + 60),
  donations: [376, 12_345, 0, 1, 18, 3, 52][index] ?? 0,
  amount: [128.4805, 4012.25, 0, 0.002, 1.5, 0.1, 7.333333][index] ?? 0,
  seenAt: index === 2 ? null : before(index * 400),
  suspendedAt: index === 3 ? before(120) : null,
  operatorSince: index === 0 ? before(9000) : null,
}));

const suspended = {
  ...streamers[3],
  donationUrl: 'https://brava.example.com/donate/7Hk3pQ9xZz',
  payoutAddress: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
  acceptingDonations: true,
  minDonationAmount: 0.05,
  timeZone: 'America/Argentina/Buenos_Aires',
  lastPaidAt: before(130),
  openDonations: 2,
  unsweptDonations: 1,
  openOverlays: 1,
} as Exclude<Replies['adminStreamer'], undefined | string | { refused: unknown }>['streamer'];

const sessions = ['Firefox on Windows', 'Chrome on Android', null].map((device, index) => ({
  id: `s-${index}`,
  device,
  createdAt: before(index * 9000 + 600),
  seenAt: before(index * 700 + 3),
  endsAt: before(index * 9000 + 600 - 129_600),
  isCurrent: false,
}));

const entry = (id: number, over: Partial<AuditEntry>): AuditEntry => ({
  id: String(id),
  at: before((100 - id) * 17),
  action: 'sign_in',
  by: { kind: 'streamer', name: 'foxglove' },
  about: 'foxglove',
  reason: null,
  detail: {},
  ...over,
});
const operator = { kind: 'operator', name: 'katlive' } as const;
const entries: AuditEntry[] = [
  entry(99, {
    action: 'operator_suspend',
    by: operator,
    reason: 'Uses the name and pictures of somebody else',
  }),
  entry(98, { action: 'operator_end_sessions', by: operator, reason: 'The same', detail: { ended: '3' } }),
  entry(97, { action: 'sign_in_refused', by: { kind: 'streamer', name: null }, about: null }),
  entry(96, {}),
  entry(95, { action: 'export_key' }),
  entry(94, { action: 'operator_grant', by: { kind: 'command', name: null }, about: 'katlive' }),
  entry(94, {
    id: '92',
    action: 'ledger_differs',
    by: { kind: 'server', name: null },
    about: null,
    detail: { address: kat.walletAddress },
  }),
  entry(93, { action: 'totp_added' }),
];

/** What the operator's page meets where all is well. */
export const operatorReplies: Replies = {
  ...streamerReplies,
  usersMe: { ...kat, isOperator: true },
  authMe: { ...kat, isOperator: true },
  adminHealth: health,
  adminMoney: money,
  adminAlarms: alarms,
  adminBackups: { backups },
  adminStreamers: { data: streamers, found: 47, pageSize: 20 },
  adminStreamer: { streamer: suspended, sessions },
  adminAudit: { data: entries, hasMore: true },
};

/** The same where it is not. */
export const troubledReplies: Replies = {
  ...operatorReplies,
  adminHealth: troubledHealth,
  adminMoney: troubledMoney,
  adminAlarms: troubledAlarms,
  adminBackups: { backups: troubledBackups },
};

export const operatorTold: Told = streamerTold;

import type { TellFailure } from '#contract/alarms.ts';
import type { PostEnd, PostKind } from '#contract/posts.ts';
import type { UnsentReason } from '#contract/wallet.ts';
import type { DisabledWhy } from '#contract/webhooks.ts';
import type { AdminBackups, AuditAction, BackupRunView, OperationFinding } from '#contract/admin.ts';

type Kept = NonNullable<AdminBackups['backups']>['keep'];

/** What is wrong, and what to do. `since` is a time ago in words, empty where nobody knows; `size` is `count` megabytes. */
type FindingWords = Record<
  OperationFinding['code'],
  { what: (given: { count: number; name: string; since: string; size: string }) => string; todo: string }
>;

const failures: Record<NonNullable<BackupRunView['failure']>, string> = {
  no_room: 'there is no room on the disk.',
  place_away: 'the folder or store for back-ups cannot be reached or written to.',
  database_away: 'the database could not be read to its end.',
  damaged: 'the file is damaged or gone.',
  differs: 'what a trial restore brought back differs from the database.',
  ended: 'the server that made it was stopped.',
  other: 'something unforeseen happened.',
};
const failureWords = (code: string): string =>
  Object.entries(failures).find(([name]) => name === code)?.[1] ?? failures.other;

const findings: FindingWords = {
  chain_away: {
    what: ({ since }) =>
      since === ''
        ? 'No node of the chain answers.'
        : `No node of the chain answers, the last one did ${since}.`,
    todo: 'Payments are found late and nothing is passed on until one answers again. No money is lost. Look at the nodes below and at SOLANA_RPC_URL.',
  },
  node_failing: {
    what: ({ name }) => `The node ${name} does not answer, or not where books and chain are compared.`,
    todo: 'The other nodes take over, and books and chain are compared without it. If it lasts, ask its provider (does it answer getMultipleAccounts at finalized?), or take it out of SOLANA_RPC_URL.',
  },
  node_elsewhere: {
    what: ({ name }) => `The node ${name} is on another Solana network.`,
    todo: 'It is asked nothing any more. Correct SOLANA_RPC_URL and restart, or have its provider put it right.',
  },
  chain_still: {
    what: ({ since }) =>
      `The chain stands still: every node that answers tells the same slot since ${since}.`,
    todo: 'Payments are found late and nothing is passed on until it goes on. No money is lost. If the network itself goes on, ask the provider of the nodes, or add another one in SOLANA_RPC_URL.',
  },
  node_behind: {
    what: ({ name, count }) => `The node ${name} answers, and is ${count} slots behind the others.`,
    todo: 'It is asked only where no other node can be. If it lasts, ask its provider, or take it out of SOLANA_RPC_URL.',
  },
  chain_unheard: {
    what: ({ count }) =>
      `${count === 1 ? '1 server does' : `${count} servers do`} not hear of changes on the chain.`,
    todo: 'Open addresses are read every 5 s instead: payments are seen some seconds later. “npm run brava -- doctor” says why. Look at SOLANA_WS_URL.',
  },
  events_late: {
    what: () => 'Overlays and dashboards hear of changes late.',
    todo: 'A server does not get to read what has changed: its log says why. If only one is concerned, restart it.',
  },
  alerts_stalled: {
    what: ({ since }) => `An alert should have been on stream ${since}.`,
    todo: 'Its overlay is open and nothing is paused. Restart the server processes one after the other, and look at their logs.',
  },
  looks_late: {
    what: ({ since }) => `Addresses are read late: one was due ${since}.`,
    todo: 'The nodes take fewer requests than are needed. Add a node, or a larger plan, in SOLANA_RPC_URL.',
  },
  looks_failing: {
    what: ({ since }) => `An address changed ${since}, and what came to it could not be recorded.`,
    todo: 'A donor may have paid. The money is safe, and is looked at again by itself. The log names the donation and the reason; as a rule no node remembers far enough back, or there is only one: add one with full history to SOLANA_RPC_URL and restart.',
  },
  money_late: {
    what: ({ since }) => `Money came in ${since} and has not been passed on.`,
    todo: 'Look at the transfers that are stuck, below, and at the nodes. It is tried again by itself.',
  },
  sweeps_stuck: {
    what: ({ count }) => (count === 1 ? '1 transfer is stuck.' : `${count} transfers are stuck.`),
    todo: 'Why stands below. Each is tried again by itself; the money stays where it is until then.',
  },
  fee_payer_low: {
    what: () => 'The account that pays for transfers of tokens is almost empty.',
    todo: 'Send SOL to its address, which stands below. Tokens wait until then; they are passed on by themselves afterwards.',
  },
  ledger_differs: {
    what: ({ count }) =>
      count === 1 ? 'Books and chain differ at 1 address.' : `Books and chain differ at ${count} addresses.`,
    todo: 'Nothing is moved from there. “npm run brava -- reconcile” names each address and what differs.',
  },
  shedding: {
    what: ({ name }) => `A server has too much to do and refuses new donations (${name}).`,
    todo: 'What has begun goes on, and nothing is lost. If it lasts, add a server process or a larger database: “Past capacity” in docs/operate/limits.md says which signal means what.',
  },
  backup_failing: {
    what: ({ name, since }) =>
      name !== ''
        ? `The last back-up failed: ${failureWords(name)}`
        : since === ''
          ? 'There is no good back-up yet, and there should be.'
          : `The last good back-up was made ${since}.`,
    todo: 'Why stands below, under Back-ups, and in the log. It is tried again every hour. Until one is good, a lost disk or a mistake costs what came since the last one.',
  },
  clips_late: {
    what: ({ since }) => `Audio clips that should be gone are still there: one was due ${since}.`,
    todo: 'Look at the folder or the store of the clips, and at the log.',
  },
  disk_low: {
    what: ({ name, size }) => `The disk of ${name} is nearly full: ${size} are left.`,
    todo: 'When it is full, clips are refused and a database on it stops. Make room, or move the folder to a larger disk.',
  },
  withdrawals_late: {
    what: ({ since }) => `A withdrawal was asked for ${since} and has not ended.`,
    todo: 'It is never paid twice, and goes on by itself once the nodes answer and agree. Look at the nodes below, and at the log.',
  },
};

/** What a kind of alarm is called in a list, whether it stands or is over. */
const alarmTitles: Record<OperationFinding['code'], (name: string) => string> = {
  backup_failing: () => 'Back-ups fail',
  chain_away: () => 'No node of the chain answers',
  node_failing: (name) => `Node ${name} does not answer`,
  node_elsewhere: (name) => `Node ${name} is on another network`,
  chain_still: () => 'The chain stands still',
  node_behind: (name) => `Node ${name} is far behind`,
  chain_unheard: () => 'Changes on the chain are not heard',
  events_late: () => 'Live updates are late',
  alerts_stalled: () => 'Alerts do not go on stream',
  looks_late: () => 'Addresses are read late',
  looks_failing: () => 'A payment cannot be recorded',
  money_late: () => 'Money is not passed on',
  sweeps_stuck: () => 'Stuck transfers',
  fee_payer_low: () => 'Almost no SOL for transfers of tokens',
  ledger_differs: () => 'Books and chain differ',
  shedding: () => 'New donations are refused',
  clips_late: () => 'Audio clips are not deleted',
  disk_low: (name) => `Disk nearly full: ${name}`,
  withdrawals_late: () => 'A withdrawal does not end',
};

/** Why a message did not get through. */
const tellFailures: Record<TellFailure, string> = {
  timed_out: 'It did not answer in time.',
  not_found: 'Its name leads nowhere.',
  not_connected: 'It cannot be reached.',
  tls: 'Its certificate or TLS is not as it should be.',
  moved: 'It redirects, which is not followed.',
  status: 'It does not take the message.',
  login_refused: 'It refuses user or password.',
  address_refused: 'It refuses the sender or a receiver.',
  refused: 'It refuses the mail.',
};

/** What an entry says. `who` acted, `whom` is whose account it was. */
const acts: Record<AuditAction, (who: string, whom: string) => string> = {
  register: (who) => `${who} registered`,
  sign_in: (who) => `${who} signed in`,
  sign_in_refused: (_, whom) => `A sign-in as ${whom} was refused`,
  password_refused: (who) => `${who} typed a wrong password`,
  change_password: (who) => `${who} changed the password`,
  account_recovered: (who) => `${who} got back in with a new password`,
  recovery_refused: (_, whom) => `A new password for ${whom} was refused`,
  replace_account_recovery_code: (who) => `${who} made a new password recovery code`,
  download_account: (who) => `${who} downloaded everything stored about the account`,
  change_retention: (who) => `${who} changed how long donors’ texts stay`,
  account_deletion_asked: (who) => `${who} asked for the account to be deleted`,
  account_kept: (who) => `${who} keeps the account after all`,
  account_deletion_begun: (_, about) => `The account of ${about} was closed for good`,
  account_deleted: (_, about) => `The deletion of the account of ${about} is finished`,
  end_session: (who) => `${who} ended one of their sessions`,
  end_other_sessions: (who) => `${who} ended their other sessions`,
  export_key: (who) => `${who} looked at their private key`,
  change_payout: (who) => `${who} changed the payout address`,
  withdraw: (who) => `${who} withdrew from their wallet`,
  withdrawal_ended: (_, whom) => `A withdrawal of ${whom} ended without being paid`,
  second_factor_on: (who) => `${who} turned two-step protection on`,
  second_factor_off: (who) => `${who} turned two-step protection off`,
  code_refused: (who) => `${who} typed a wrong code`,
  recovery_code_used: (who) => `${who} used a recovery code`,
  recovery_code_refused: (who) => `${who} typed a wrong recovery code`,
  replace_recovery_codes: (who) => `${who} made new recovery codes`,
  webhook_created: (who) => `${who} added a webhook`,
  webhook_changed: (who) => `${who} changed a webhook`,
  webhook_deleted: (who) => `${who} deleted a webhook`,
  webhook_secret_shown: (who) => `${who} looked at the secret of a webhook`,
  webhook_secret_replaced: (who) => `${who} replaced the secret of a webhook`,
  webhook_redelivered: (who) => `${who} had a message of a webhook sent again`,
  webhook_disabled: (_, whom) => `A webhook of ${whom} was switched off`,
  posts_connected: (who) => `${who} connected a place for posts`,
  posts_changed: (who) => `${who} changed what is posted`,
  posts_disconnected: (who) => `${who} disconnected a place for posts`,
  posts_ended: (_, whom) => `Posts of ${whom} stopped: the connection ended`,
  ledger_differs: () => 'Books and chain began to differ at an address',
  ledger_agrees: () => 'Books and chain agree again at an address',
  operator_grant: (who, whom) => `${who} made ${whom} an operator`,
  operator_revoke: (who, whom) => `${who} took the operator's role from ${whom}`,
  operator_suspend: (who, whom) => `${who} suspended the link of ${whom}`,
  operator_unsuspend: (who, whom) => `${who} opened the link of ${whom} again`,
  operator_end_session: (who, whom) => `${who} ended a session of ${whom}`,
  operator_end_sessions: (who, whom) => `${who} ended all sessions of ${whom}`,
  operator_reset_password: (who, whom) => `${who} gave ${whom} a new password`,
  operator_reset_second_factor: (who, whom) => `${who} turned two-step protection off for ${whom}`,
  operator_rename: (who, whom) => `${who} renamed an account to ${whom}`,
  operator_back_up: (who) => `${who} asked for a back-up`,
};

const actNames: Record<AuditAction, string> = {
  register: 'Registration',
  sign_in: 'Sign-in',
  sign_in_refused: 'Sign-in refused',
  password_refused: 'Wrong password',
  change_password: 'Password changed',
  account_recovered: 'Account recovered',
  recovery_refused: 'Recovery refused',
  replace_account_recovery_code: 'New password recovery code',
  download_account: 'Account downloaded',
  change_retention: 'Retention changed',
  account_deletion_asked: 'Deletion asked for',
  account_kept: 'Account kept',
  account_deletion_begun: 'Account closed for good',
  account_deleted: 'Account deleted',
  end_session: 'Session ended',
  end_other_sessions: 'Other sessions ended',
  export_key: 'Private key shown',
  change_payout: 'Payout address changed',
  withdraw: 'Withdrawal',
  withdrawal_ended: 'Withdrawal not paid',
  second_factor_on: 'Two-step protection on',
  second_factor_off: 'Two-step protection off',
  code_refused: 'Wrong code',
  recovery_code_used: 'Recovery code used',
  recovery_code_refused: 'Wrong recovery code',
  replace_recovery_codes: 'New recovery codes',
  webhook_created: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_deleted: 'Webhook deleted',
  webhook_secret_shown: 'Webhook secret shown',
  webhook_secret_replaced: 'Webhook secret replaced',
  webhook_redelivered: 'Webhook message sent again',
  webhook_disabled: 'Webhook switched off by itself',
  posts_connected: 'Posts connected',
  posts_changed: 'Posts changed',
  posts_disconnected: 'Posts disconnected',
  posts_ended: 'Posts ended by themselves',
  ledger_differs: 'Books and chain differ',
  ledger_agrees: 'Books and chain agree',
  operator_grant: 'Operator: role given',
  operator_revoke: 'Operator: role taken',
  operator_suspend: 'Operator: link suspended',
  operator_unsuspend: 'Operator: link opened again',
  operator_end_session: 'Operator: session ended',
  operator_end_sessions: 'Operator: all sessions ended',
  operator_reset_password: 'Operator: new password',
  operator_reset_second_factor: 'Operator: two-step protection off',
  operator_rename: 'Operator: account renamed',
  operator_back_up: 'Operator: back-up asked for',
};

/** Why something ended: a webhook, a place for posts, or a withdrawal. */
const endings: Record<DisabledWhy | PostEnd | UnsentReason | 'failed', string> = {
  gone: 'the receiver says that it is gone',
  failing: 'nothing arrived for five days',
  refused: 'it was refused',
  no_answer: 'the network did not take it in time',
  changed: 'balance or network fee had changed',
  restored: 'this server was restored from a back-up',
  failed: 'it failed on the network',
};

const places: Record<PostKind, string> = { discord: 'Discord', twitch: 'Twitch' };

/** What an entry says besides. */
const details = {
  endings,
  places,
  address: (address: string) => `address ${address}`,
  books: (sol: string) => `books ${sol}`,
  chain: (sol: string) => `chain ${sol}`,
  byWallet: 'with their wallet',
  byRecoveryCode: 'with the recovery code',
  days: (days: string) => (days === '1' ? 'after 1 day' : `after ${days} days`),
  never: 'for good',
  ended: (count: string) => (count === '1' ? '1 session' : `${count} sessions`),
  from: (name: string) => `was ${name}`,
  to: (name: string) => `is now ${name}`,
  inARow: (count: string) => `${count} in a row`,
  token: (name: string) => `with the token “${name}”`,
};

/** English: the operator's page. */
export const texts = {
  title: 'Operator',
  subtitle: 'How this installation runs, and who uses it',
  parts: 'Parts of the operator’s page',
  tabs: { overview: 'Overview', streamers: 'Streamers', log: 'Audit log' },
  updated: (time: string) => `Updated ${time}`,
  notUpdated: (time: string) => `Not updated since ${time}. What stands here may be old.`,
  refresh: 'Refresh',
  cancel: 'Cancel',
  state: {
    well: 'All is well.',
    /** Nothing is wrong, but a way to be told of trouble or a back-up is missing. */
    toSetUp: (count: number) =>
      count === 1 ? 'Running well; 1 thing to set up.' : `Running well; ${count} things to set up.`,
    wellMore: 'Everything answers, and nothing waits longer than it should.',
    things: (count: number) => (count === 1 ? '1 thing needs you' : `${count} things need you`),
    problem: 'Problem',
    warning: 'Warning',
    unknown: 'How things stand is not known.',
  },
  findings,
  health: {
    heading: 'Health',
    database: 'Database',
    databaseMore: (version: string, schema: number, size: string) =>
      `PostgreSQL ${version}, schema ${schema}, ${size}`,
    node: (name: string) => `Node ${name}`,
    process: (id: string) => `Server ${id}`,
    processMore: (started: string) => `started ${started}`,
    nodeMore: { good: 'answered', failing: 'last answered', unused: 'not asked yet' },
    never: 'never',
    good: 'Good',
    failing: 'Failing',
    unused: 'Not used yet',
    late: 'Late',
    live: 'Live updates',
    liveMore: (seconds: string) => `${seconds} behind`,
    version: 'Version',
    onStream: 'On stream',
    overlays: 'Overlays open',
    overlaysMore: (count: string, visible: string) => `${count}, ${visible} visible`,
    waiting: 'Alerts waiting',
    toApprove: 'Waiting for approval',
    tray: 'In the tray',
  },
  alarms: {
    heading: 'Alarms',
    told: 'Who is told',
    nobody: 'Nobody is told of trouble',
    nobodyMore:
      'Set ALARM_WEBHOOK_URL, or ALARM_MAIL_TO with SMTP_URL and SMTP_FROM, and restart. “npm run brava -- alarm test” tries it.',
    webhook: (place: string) => `Webhook at ${place}`,
    mail: (place: string) => `Mail over ${place}`,
    delivered: (ago: string) => `last message ${ago}`,
    noneYet: 'nothing was to be told yet',
    failing: (why: string, status: string) => (status === '' ? why : `${why} It answered ${status}.`),
    nextTry: (next: string) => `Tried again ${next}.`,
    othersTold: (ago: string) => `The others were told ${ago}.`,
    good: 'Good',
    unused: 'Not used yet',
    bad: 'Failing',
    list: 'Standing and past',
    none: 'No alarm in the last 90 days.',
    titles: alarmTitles,
    failures: tellFailures,
    problem: 'Problem',
    warning: 'Warning',
    over: 'Over',
    raised: (ago: string) => `found ${ago}`,
    lastTold: (ago: string) => `last told ${ago}`,
    notTold: 'nobody could be told yet',
    lasted: (date: string, span: string) => `${date}, for ${span}`,
    neverTold: 'nobody was told',
    showAll: (count: number) => `Show ${count} more`,
  },
  money: {
    heading: 'Money in flight',
    unswept: 'To be passed on',
    unsweptMore: (count: number, written: string, oldest: string) =>
      count === 1 ? `at 1 address, came ${oldest}` : `at ${written} addresses, the oldest came ${oldest}`,
    nothing: 'nothing waits',
    waiting: 'Waiting for payment',
    waitingMore: 'donations that are open',
    live: 'Transfers on their way',
    liveMore: (retried: number) => (retried === 0 ? 'none had to be signed anew' : `${retried} signed anew`),
    tooSmall: 'Too small to be moved',
    tooSmallMore: (count: number, written: string) =>
      count === 1 ? 'at 1 address' : `at ${written} addresses`,
    ledger: 'Books and chain',
    agree: 'They agree',
    differ: (count: number) => (count === 1 ? '1 address differs' : `${count} addresses differ`),
    tokens: {
      heading: 'Tokens',
      low: 'Almost empty',
      unswept: 'To be passed on',
      at: (count: number, written: string) => (count === 1 ? 'at 1 address' : `at ${written} addresses`),
      balance: 'Fee payer holds',
      unknown: 'Unknown: no node answers',
      feePayer: 'Fee payer',
      feePayerHint: 'It pays for the transfers of tokens. Send SOL here when it runs low.',
      sendSol:
        'Send SOL to this address: 0.1 SOL lasts for thousands of transfers. Without any, tokens wait, and go on by themselves afterwards.',
      copy: 'Copy the address of the fee payer',
      copied: 'Address copied!',
    },
    stuck: 'Stuck transfers',
    stuckNone: 'No transfer is stuck.',
    reasons: {
      books_differ: 'Books and chain differ',
      would_fail: 'The chain would refuse it',
      trouble: 'Chain or database did not answer',
      fee_payer_empty: 'The account that pays for it is empty',
      account_frozen: 'The token’s issuer froze an account',
      account_not_theirs: 'The streamer’s token account belongs to somebody else',
      account_missing: 'More keeps coming, and the streamer has no account for the token yet',
    },
    refusals: (count: number, next: string) =>
      count === 0
        ? `tried again ${next}`
        : count === 1
          ? `refused once, tried again ${next}`
          : `refused ${count} times in a row, tried again ${next}`,
  },
  backups: {
    heading: 'Back-ups',
    now: 'Back up now',
    running: 'Working',
    started: 'A back-up begins',
    failed: 'The back-up could not be asked for. Please try again.',
    off: 'This server makes no back-ups by itself (BACKUPS=off). Make them by command, daily, and copy them to another machine.',
    last: 'Last good back-up',
    none: 'None yet',
    noneMore: 'The first one is made within an hour of the first start.',
    lastMore: (size: string, rows: string) => `${size}, ${rows} rows, restored as a trial`,
    next: 'Next',
    soon: 'as soon as the server is free',
    every: (hours: number) =>
      hours === 1 ? 'every hour' : hours === 24 ? 'every day' : `every ${hours} hours`,
    made: 'Made',
    keep: 'Kept',
    keepValue: ({ daily, weekly, monthly }: Kept) => `${daily} days, ${weekly} weeks, ${monthly} months`,
    place: 'Where',
    beside:
      'On the disk of the database. That protects from mistakes, not from a lost disk: set BACKUP_DIR to another disk, or BACKUP_S3_PREFIX.',
    elsewhere: 'The master seed is not in a back-up. Keep it apart from them.',
    list: 'Latest back-ups',
    states: {
      writing: 'Writing',
      checking: 'Trial restore',
      good: 'Good',
      failed: 'Failed',
      missing: 'Gone',
    },
    rows: (size: string, rows: string) => `${size}, ${rows} rows`,
    missing: 'The file is not there any more, or has another size.',
    failures,
  },
  streamers: {
    heading: 'Streamers',
    search: 'Search streamers',
    placeholder: 'Name or wallet address',
    showing: (from: string, to: string, found: string) => `Showing ${from}–${to} of ${found} streamers`,
    none: 'Nobody has registered yet.',
    noneFound: 'No streamer has this in their name or wallet.',
    clear: 'Clear search',
    paid: (count: number, written: string) => (count === 1 ? '1 donation' : `${written} donations`),
    seen: (ago: string) => `seen ${ago}`,
    notSignedIn: 'not signed in',
    suspended: 'Suspended',
    operator: 'Operator',
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  },
  streamer: {
    back: 'All streamers',
    suspendedSince: (date: string) => `The link has been suspended since ${date}.`,
    suspendedMore:
      'It answers as if it did not exist. Donations made before are honoured, and the overlay goes on.',
    donations: 'Paid donations',
    amount: 'Received',
    lastPaid: 'Last payment',
    never: 'none yet',
    account: 'Account',
    registered: 'Registered',
    minimum: 'Minimum',
    accepting: 'Accepts donations',
    yes: 'Yes',
    no: 'No',
    timeZone: 'Time zone',
    open: 'Open donations',
    unswept: 'To be passed on',
    overlays: 'Overlays open',
    payout: 'Payout address',
    payoutOwn: 'Their generated wallet',
    wallet: 'Wallet',
    copyWallet: 'Copy wallet address',
    walletCopied: 'Wallet address copied to clipboard',
    link: 'Donation link',
    copyLink: 'Copy donation link',
    linkCopied: 'Donation link copied!',
    entries: 'Entries in the audit log',
    suspend: 'Suspend the link',
    unsuspend: 'Open the link again',
    own: 'This is your own account: another operator would have to suspend it.',
  },
  sessions: {
    heading: 'Sessions',
    none: 'They are signed in nowhere.',
    unknownDevice: 'Unknown device',
    device: (words: string) => words,
    since: (date: string) => `Signed in ${date}`,
    used: (ago: string) => `last used ${ago}`,
    here: 'This browser',
    end: 'End',
    endNamed: (device: string) => `End ${device}`,
    endAll: 'End all sessions',
  },
  acts: {
    suspend: {
      title: (name: string) => `Suspend the link of ${name}?`,
      effect:
        'Their donation page says that the link is invalid or disabled, and nobody can make a donation. What was made before is still paid, shown and passed on. Their dashboard tells them that you suspended it, not why.',
      confirm: 'Suspend the link',
      done: (name: string) => `The link of ${name} is suspended`,
    },
    unsuspend: {
      title: (name: string) => `Open the link of ${name} again?`,
      effect: 'Their donation page takes donations again at once.',
      confirm: 'Open the link',
      done: (name: string) => `The link of ${name} is open again`,
    },
    endOne: {
      title: (name: string) => `End this session of ${name}?`,
      effect: 'That browser is signed out at once. Overlay, dock and moderators are not touched.',
      confirm: 'End the session',
      done: (name: string) => `A session of ${name} has ended`,
    },
    endAll: {
      title: (name: string) => `End all sessions of ${name}?`,
      effect: 'Every browser is signed out at once. Overlay, dock and moderators are not touched.',
      confirm: 'End all sessions',
      done: (name: string) => `All sessions of ${name} have ended`,
    },
    reason: 'Reason',
    reasonHint: 'It stays in the audit log, with your name.',
    password: 'Your password',
    passwordWhy: 'You typed your password more than 15 minutes ago. Please type it once more.',
    code: 'Code of your authenticator app',
    codeWhy:
      'This needs your password and a code of your authenticator app, typed within the last 15 minutes. Please type both.',
    busy: 'Working...',
    failed: 'It could not be done. Please try again.',
  },
  log: {
    heading: 'Audit log',
    name: 'Search by name',
    namePlaceholder: 'Streamer or operator',
    action: 'Action',
    allActions: 'All actions',
    none: 'Nothing was written down that fits.',
    clear: 'Clear filters',
    more: 'Show older entries',
    command: 'The command line',
    somebody: 'Somebody',
    unknownName: 'a name that does not exist',
    reason: (reason: string) => `“${reason}”`,
    acts,
    actNames,
    other: (who: string, action: string) => `${who}: ${action}`,
    details,
  },
};

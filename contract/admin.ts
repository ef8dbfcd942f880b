import * as z from 'zod/mini';
import { tokenSum } from './tokens.ts';
import { validationTexts } from './validation-texts.ts';

/** What the audit log calls the acts that are written. Others may stand in it too: it is only ever appended to. */
export const auditActions = [
  'register',
  'sign_in',
  'sign_in_refused',
  'password_refused',
  'change_password',
  'account_recovered',
  'recovery_refused',
  'replace_account_recovery_code',
  'download_account',
  'change_retention',
  'account_deletion_asked',
  'account_kept',
  'account_deletion_begun',
  'account_deleted',
  'end_session',
  'end_other_sessions',
  'export_key',
  'change_payout',
  'withdraw',
  'withdrawal_ended',
  'second_factor_on',
  'second_factor_off',
  'code_refused',
  'recovery_code_used',
  'recovery_code_refused',
  'replace_recovery_codes',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_shown',
  'webhook_secret_replaced',
  'webhook_redelivered',
  'webhook_disabled',
  'posts_connected',
  'posts_changed',
  'posts_disconnected',
  'posts_ended',
  'ledger_differs',
  'ledger_agrees',
  'operator_grant',
  'operator_revoke',
  'operator_suspend',
  'operator_unsuspend',
  'operator_end_session',
  'operator_end_sessions',
  'operator_reset_password',
  'operator_reset_second_factor',
  'operator_rename',
  'operator_back_up',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What is written about an act besides its reason; as with the acts others may stand in the log. */
export const auditDetails = [
  'address',
  'books',
  'by',
  'chain',
  'days',
  'delivery',
  'donation',
  'ended',
  'from',
  'host',
  'inARow',
  'lamports',
  'place',
  'to',
  'token',
  'webhook',
  'why',
  'withdrawal',
] as const;
export type AuditDetail = (typeof auditDetails)[number];

/** A streamer in the operator's list. Amounts are SOL, times ISO 8601. */
export const adminStreamer = z.object({
  id: z.string(),
  username: z.string(),
  walletAddress: z.string(),
  createdAt: z.string(),
  /** Paid ones, gross. */
  donations: z.number(),
  amount: z.number(),
  /** When a browser of theirs was last used; null: none is signed in. */
  seenAt: z.nullable(z.string()),
  suspendedAt: z.nullable(z.string()),
  operatorSince: z.nullable(z.string()),
});
export type AdminStreamer = z.infer<typeof adminStreamer>;

/** One streamer in full, for whoever runs the installation: no code that opens their overlay, no key, no donor. */
export const adminStreamerDetails = z.extend(adminStreamer, {
  donationUrl: z.string(),
  payoutAddress: z.nullable(z.string()),
  acceptingDonations: z.boolean(),
  minDonationAmount: z.number(),
  timeZone: z.string(),
  lastPaidAt: z.nullable(z.string()),
  /** Created, not paid, and still open. */
  openDonations: z.number(),
  /** Paid and not passed on yet. */
  unsweptDonations: z.number(),
  openOverlays: z.number(),
});
export type AdminStreamerDetails = z.infer<typeof adminStreamerDetails>;

/** An entry of the audit log. `by` is who acted, `about` whose account it was; null where nobody is known. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  by: z.object({ kind: z.enum(['streamer', 'operator', 'command', 'server']), name: z.nullable(z.string()) }),
  about: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  detail: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Body of every act of an operator: why. It stays in the audit log. */
export const operatorReason = z.object({
  reason: z
    .string(validationTexts.reasonMissing)
    .check(
      z.trim(),
      z.minLength(3, validationTexts.reasonMissing),
      z.maxLength(300, validationTexts.reasonTooLong),
    ),
});

/** What a server looks at to say whether it can take another donation. */
export const capacitySignals = [
  'event_loop',
  'database_wait',
  'database_queue',
  'begun',
  'reading_lag',
  'open_donations',
] as const;
export type CapacitySignal = (typeof capacitySignals)[number];

/** What can be wrong, by name. Where it is said what to do. */
export const operationFindings = [
  'chain_away',
  'chain_still',
  'chain_unheard',
  'node_failing',
  'node_elsewhere',
  'node_behind',
  'events_late',
  'alerts_stalled',
  'looks_late',
  'looks_failing',
  'money_late',
  'sweeps_stuck',
  'fee_payer_low',
  'ledger_differs',
  'clips_late',
  'shedding',
  'disk_low',
  'withdrawals_late',
  'backup_failing',
] as const;

/**
 * One thing that is wrong: how bad, how much of it, since when. What a node or a disk is called stands in `name`, the
 * slots that a node is behind or the megabytes that are left on a disk in `count`.
 */
const operationFinding = z.object({
  code: z.enum(operationFindings),
  level: z.enum(['problem', 'warning']),
  count: z.nullable(z.number()),
  since: z.nullable(z.string()),
  name: z.nullable(z.string()),
});
export type OperationFinding = z.infer<typeof operationFinding>;

/** How the installation stands. Times are ISO 8601. */
export const adminHealth = z.object({
  findings: z.array(operationFinding),
  version: z.string(),
  /** Since when the process that answers runs. */
  startedAt: z.string(),
  database: z.object({ version: z.string(), schema: z.number(), bytes: z.number() }),
  processes: z.array(z.object({ id: z.string(), startedAt: z.string(), seenAt: z.string() })),
  /** As the process that answers sees them: by number and the end of the host's name, because the rest may hold a key. */
  nodes: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['good', 'failing', 'unused']),
      /** In a row, up to now. */
      failures: z.number(),
      answeredAt: z.nullable(z.string()),
    }),
  ),
  eventLagSeconds: z.number(),
  alerts: z.object({ waiting: z.number(), toApprove: z.number(), inTray: z.number() }),
  overlays: z.object({ connected: z.number(), visible: z.number() }),
});
export type AdminHealth = z.infer<typeof adminHealth>;

/** Why money stays where it is. */
export const stuckReasons = [
  'books_differ',
  'would_fail',
  'trouble',
  /** Tokens: the account that pays for their transfers cannot. */
  'fee_payer_empty',
  /** Tokens: the donation’s account, or the streamer’s, was frozen by whoever issues the token. */
  'account_frozen',
  /** Tokens: the account that stands at the streamer’s address belongs to somebody else. */
  'account_not_theirs',
  /** Tokens: a part of them would go while more keeps coming, and the streamer has no account for them. */
  'account_missing',
] as const;

/** Money that is on its way. Amounts are SOL. */
export const adminMoney = z.object({
  waitingForPayment: z.number(),
  unswept: z.object({ addresses: z.number(), amount: z.number(), oldestAt: z.nullable(z.string()) }),
  /** Nobody can move it: it does not pay for its own transfer. */
  tooSmall: z.object({ addresses: z.number(), amount: z.number() }),
  liveSweeps: z.object({ count: z.number(), retried: z.number() }),
  ledgerMismatches: z.number(),
  /** Only there where tokens are, or were, allowed. */
  tokens: z.optional(
    z.object({
      /** The account that pays for the transfers of tokens. Balance in SOL; null: no node answers. */
      feePayer: z.object({ address: z.string(), balance: z.nullable(z.number()), isLow: z.boolean() }),
      /** What is to be passed on, by token. */
      unswept: z.array(z.extend(tokenSum, { addresses: z.number() })),
      liveSweeps: z.number(),
    }),
  ),
  /** Those that were refused most often in a row first. */
  stuck: z.array(
    z.object({
      donationId: z.string(),
      streamerId: z.string(),
      username: z.string(),
      amount: z.number(),
      /** Only there when it is tokens that are stuck. */
      token: z.optional(tokenSum),
      reason: z.enum(stuckReasons),
      /** What chain or database said, in English. */
      detail: z.string(),
      /** Refusals in a row; 0 where nobody answered last. */
      attempts: z.number(),
      nextAttemptAt: z.string(),
    }),
  ),
});
export type AdminMoney = z.infer<typeof adminMoney>;

/** Why a back-up failed. `ended`: the server that made it was stopped. */
const backupFailures = [
  'no_room',
  'place_away',
  'database_away',
  'damaged',
  'differs',
  'ended',
  'other',
] as const;

/** An attempt to back up. `good`: a trial restore proved the file; `missing`: it is gone, or of another size. */
const backupRun = z.object({
  id: z.string(),
  file: z.string(),
  startedAt: z.string(),
  state: z.enum(['writing', 'checking', 'good', 'failed', 'missing']),
  bytes: z.nullable(z.number()),
  rows: z.nullable(z.number()),
  checkedAt: z.nullable(z.string()),
  failure: z.nullable(z.enum(backupFailures)),
  /** What system or database said, in English. */
  detail: z.nullable(z.string()),
});
export type BackupRunView = z.infer<typeof backupRun>;

/** How back-ups stand. Null: this server makes none by itself. */
export const adminBackups = z.object({
  backups: z.nullable(
    z.object({
      place: z.string(),
      kind: z.enum(['folder', 'bucket']),
      /** Whether a lost disk takes the database and its back-ups. */
      isBesideDatabase: z.boolean(),
      everyHours: z.number(),
      keep: z.object({ daily: z.number(), weekly: z.number(), monthly: z.number() }),
      nextAt: z.string(),
      /** Somebody asked for one that has not begun. */
      isWanted: z.boolean(),
      isRunning: z.boolean(),
      lastGood: z.nullable(backupRun),
      /** The newest first. */
      runs: z.array(backupRun),
    }),
  ),
});
export type AdminBackups = z.infer<typeof adminBackups>;

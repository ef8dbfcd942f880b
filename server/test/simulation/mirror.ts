import type { DonationStatus } from '#contract/donation.ts';
import type { AlertState } from '#server/domain/alert.ts';
import type { RowChange } from './simulated-database.ts';

/** Rows as the database told of them; lamports and units of a run fit a number. */
export interface DonationRow {
  id: string;
  user_id: string;
  address: string;
  min_lamports: number;
  received_lamports: number;
  /** Null: it is paid in SOL. */
  token_account: string | null;
  minimum_units: number | null;
  received_units: number | null;
  expires_at: string;
  paid_at: string | null;
  shown_at: string | null;
  settled_how: string | null;
  swept_at: string | null;
  expired_at: string | null;
  failed_at: string | null;
  late: boolean;
  status: DonationStatus;
}
/** Of SOL or of tokens: `account` is the address or the token account, `amount` lamports or units. */
export interface EntryRow {
  account: string;
  signature: string;
  slot: number;
  amount: number;
  succeeded: boolean;
  finalized: boolean;
  dropped: boolean;
}
/** The same of transfers to a streamer. */
export interface SweepRow {
  signature: string;
  donation_id: string;
  account: string;
  destination: string;
  amount: number;
  fee_lamports: number;
  /** Null: the money itself. */
  fee_payer: string | null;
  last_valid_block_height: number;
  fence: number;
  state: 'live' | 'landed' | 'failed' | 'expired';
}
export interface WithdrawalRow {
  id: string;
  user_id: string;
  destination: string;
  is_all: boolean;
  lamports: number;
  landed_at: string | null;
  failed_at: string | null;
  given_up_at: string | null;
  ended_at: string | null;
  lease_until: string | null;
  fence: number;
}
export interface WithdrawalTransferRow {
  signature: string;
  withdrawal_id: string;
  lamports: number;
  last_valid_block_height: number;
  state: 'live' | 'landed' | 'failed' | 'expired';
}
export interface AlertRow {
  id: string;
  user_id: string;
  /** Null for a test. */
  donation_id: string | null;
  kind: 'payment' | 'replay' | 'test';
  state: AlertState;
  sent_at: string | null;
  queued_at: string;
  attempts: number;
  trayed_at: string | null;
  settled_at: string | null;
  settled_how: string | null;
}
interface QueueRow {
  user_id: string;
  paused_at: string | null;
}
interface AlertSettingsRow {
  user_id: string;
  stacks_cards: boolean;
}
/** A job of passing money on; `lease_until` is set while somebody works on it. */
export interface JobRow {
  donation_id: string;
  lease_until: string | null;
  fence: number;
}
interface UserRow {
  id: string;
  wallet_address: string;
  payout_address: string | null;
  widget_code_used_at: string | null;
}

/** Where money of a donation comes in, by the books. */
export interface Purse {
  /** Its address, or its token account. */
  account: string;
  least: number;
  received: number;
}

/** SOL comes to every donation, tokens to those that are paid in one. */
export function pursesOf(donation: DonationRow): [Purse] | [Purse, Purse] {
  const { address, min_lamports, received_lamports, token_account, minimum_units, received_units } = donation;
  const sol = { account: address, least: min_lamports, received: received_lamports };
  if (token_account === null) return [sol];
  return [sol, { account: token_account, least: minimum_units ?? 0, received: received_units ?? 0 }];
}

/** The one that decides whether it is paid. */
export function payingPurseOf(donation: DonationRow): Purse {
  const [sol, token = sol] = pursesOf(donation);
  return token;
}

/** What is committed, kept in step by what the database tells of each commit. */
export class Mirror {
  readonly donations = new Map<string, DonationRow>();
  readonly entries = new Map<string, Map<string, EntryRow>>();
  readonly sweeps = new Map<string, SweepRow>();
  readonly withdrawals = new Map<string, WithdrawalRow>();
  readonly withdrawalTransfers = new Map<string, WithdrawalTransferRow>();
  readonly alerts = new Map<string, AlertRow>();
  readonly queues = new Map<string, QueueRow>();
  readonly alertSettings = new Map<string, AlertSettingsRow>();
  readonly users = new Map<string, UserRow>();
  readonly jobs = new Map<string, JobRow>();
  readonly tokenJobs = new Map<string, JobRow>();
  /** Every address that was ever a user's own: where money may go. */
  readonly ownAddresses = new Map<string, Set<string>>();

  apply({ table, before, after }: RowChange): void {
    if (table === 'donations') set(this.donations, 'id', before, after);
    else if (table === 'chain_entries' || table === 'token_entries')
      this.#entry(after as unknown as EntryRow);
    else if (table === 'sweeps' || table === 'token_sweeps') set(this.sweeps, 'signature', before, after);
    else if (table === 'withdrawals') set(this.withdrawals, 'id', before, after);
    else if (table === 'withdrawal_transfers') set(this.withdrawalTransfers, 'signature', before, after);
    else if (table === 'alerts') set(this.alerts, 'id', before, after);
    else if (table === 'alert_queues') set(this.queues, 'user_id', before, after);
    else if (table === 'alert_settings') set(this.alertSettings, 'user_id', before, after);
    else if (table === 'users') this.#user(after as unknown as UserRow);
    else set(table === 'sweep_jobs' ? this.jobs : this.tokenJobs, 'donation_id', before, after);
  }

  /** A change in the words that are the same of SOL and of tokens. */
  inCommonWords({ table, before, after }: RowChange): RowChange {
    return { table, before: this.#inCommonWords(table, before), after: this.#inCommonWords(table, after) };
  }

  entriesOf(account: string): EntryRow[] {
    return [...(this.entries.get(account)?.values() ?? [])];
  }

  sweepsOf(account: string): SweepRow[] {
    return [...this.sweeps.values()].filter((sweep) => sweep.account === account);
  }

  transfersOf(withdrawalId: string): WithdrawalTransferRow[] {
    return [...this.withdrawalTransfers.values()].filter((row) => row.withdrawal_id === withdrawalId);
  }

  /** Whether something that this wallet pays for may still land. */
  paysForSomething(wallet: string, userId: string): boolean {
    const isOwn = ({ withdrawal_id }: WithdrawalTransferRow): boolean =>
      this.withdrawals.get(withdrawal_id)?.user_id === userId;
    return (
      [...this.sweeps.values()].some((sweep) => sweep.state === 'live' && sweep.fee_payer === wallet) ||
      [...this.withdrawalTransfers.values()].some((row) => row.state === 'live' && isOwn(row))
    );
  }

  alertsOf(donationId: string): AlertRow[] {
    return [...this.alerts.values()].filter((alert) => alert.donation_id === donationId);
  }

  /** What a streamer's overlay was sent and has not said that it showed. Payments that the chain took back are withheld. */
  onStream(userId: string): AlertRow[] {
    return [...this.alerts.values()].filter((alert) => {
      const isWithheld = (this.donations.get(alert.donation_id ?? '')?.failed_at ?? null) !== null;
      return alert.user_id === userId && alert.state === 'queue' && alert.sent_at !== null && !isWithheld;
    });
  }

  #inCommonWords(table: RowChange['table'], row: RowChange['after']): RowChange['after'] {
    if (row === null) return null;
    if (table === 'chain_entries' || table === 'sweeps')
      return { ...row, account: row['address'], amount: row['lamports'] };
    if (table !== 'token_entries' && table !== 'token_sweeps') return row;
    const account = this.donations.get(String(row['donation_id']))?.token_account;
    return { account, ...row, amount: row['units'] };
  }

  #entry(row: EntryRow): void {
    const known = this.entries.get(row.account) ?? new Map<string, EntryRow>();
    this.entries.set(row.account, known.set(row.signature, row));
  }

  #user(row: UserRow): void {
    const { id, wallet_address, payout_address } = row;
    this.users.set(id, row);
    const own = this.ownAddresses.get(id) ?? new Set<string>();
    own.add(wallet_address);
    if (payout_address !== null) own.add(payout_address);
    this.ownAddresses.set(id, own);
  }
}

function set<T>(
  rows: Map<string, T>,
  key: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): void {
  if (after === null) rows.delete(String(before?.[key]));
  else rows.set(String(after[key]), after as T);
}

import type { DonationStatus } from '#contract/donation.ts';
import type { AlertState } from '#server/domain/alert.ts';
import type { RowChange } from './simulated-database.ts';

/** Rows as the database told of them; lamports of a run fit a number. */
export interface DonationRow {
  id: string;
  user_id: string;
  address: string;
  min_lamports: number;
  received_lamports: number;
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
export interface EntryRow {
  address: string;
  signature: string;
  slot: number;
  lamports: number;
  fee_lamports: number;
  succeeded: boolean;
  finalized: boolean;
  dropped: boolean;
}
export interface SweepRow {
  signature: string;
  donation_id: string;
  address: string;
  destination: string;
  lamports: number;
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

/** What is committed, kept in step by what the database tells of each commit. */
export class Mirror {
  readonly donations = new Map<string, DonationRow>();
  readonly donationByAddress = new Map<string, DonationRow>();
  readonly entries = new Map<string, Map<string, EntryRow>>();
  readonly sweeps = new Map<string, SweepRow>();
  readonly withdrawals = new Map<string, WithdrawalRow>();
  readonly withdrawalTransfers = new Map<string, WithdrawalTransferRow>();
  readonly alerts = new Map<string, AlertRow>();
  readonly queues = new Map<string, QueueRow>();
  readonly alertSettings = new Map<string, AlertSettingsRow>();
  readonly users = new Map<string, UserRow>();
  readonly jobs = new Map<string, JobRow>();
  /** Every address that was ever a user's own: where money may go. */
  readonly ownAddresses = new Map<string, Set<string>>();

  apply({ table, before, after }: RowChange): void {
    if (table === 'donations') this.#donation(after as unknown as DonationRow);
    else if (table === 'chain_entries') this.#entry(after as unknown as EntryRow);
    else if (table === 'sweeps') set(this.sweeps, 'signature', before, after);
    else if (table === 'withdrawals') set(this.withdrawals, 'id', before, after);
    else if (table === 'withdrawal_transfers') set(this.withdrawalTransfers, 'signature', before, after);
    else if (table === 'alerts') set(this.alerts, 'id', before, after);
    else if (table === 'alert_queues') set(this.queues, 'user_id', before, after);
    else if (table === 'alert_settings') set(this.alertSettings, 'user_id', before, after);
    else if (table === 'users') this.#user(after as unknown as UserRow);
    else set(this.jobs, 'donation_id', before, after);
  }

  entriesOf(address: string): EntryRow[] {
    return [...(this.entries.get(address)?.values() ?? [])];
  }

  sweepsOf(address: string): SweepRow[] {
    return [...this.sweeps.values()].filter((sweep) => sweep.address === address);
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

  #donation(row: DonationRow): void {
    this.donations.set(row.id, row);
    this.donationByAddress.set(row.address, row);
  }

  #entry(row: EntryRow): void {
    const known = this.entries.get(row.address) ?? new Map<string, EntryRow>();
    this.entries.set(row.address, known.set(row.signature, row));
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

import type { ColumnType, Generated } from 'kysely';
import type { DonationStatus, SettledHow } from '#contract/donation.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type ReadOnly<T> = ColumnType<T, never, never>;

/** The tables of `migrations/`, as Kysely reads them. `bigint` columns arrive as bigint (see `database.ts`). */
export interface Schema {
  installation: {
    genesis_hash: string;
    seed_fingerprint: string;
    key_epoch: number;
  };
  processes: { id: string; started_at: Stamp; seen_at: Stamp };
  users: {
    id: Generated<string>;
    username: string;
    password_hash: string;
    wallet_address: string;
    key_user: number;
    key_epoch: number;
    donation_code: string;
    widget_code: string;
    widget_code_used_at: Date | null;
    min_lamports: Generated<bigint>;
    card_color: Generated<string>;
    card_gradient: string | null;
    time_zone: string;
    payout_address: string | null;
    accepting_donations: Generated<boolean>;
    suspended_at: Date | null;
    created_at: Stamp;
  };
  key_counters: { user_id: string; next_index: Generated<number> };
  sessions: {
    token_hash: Uint8Array;
    user_id: string;
    created_at: Stamp;
    seen_at: Stamp;
    expires_at: Date;
    password_typed_at: Stamp;
  };
  donations: {
    id: Generated<string>;
    user_id: string;
    donator_name: string;
    message: string;
    address: string;
    key_user: number;
    key_epoch: number;
    key_index: number;
    min_lamports: bigint;
    creator: string | null;
    created_at: Date;
    expires_at: Date;
    received_lamports: Generated<bigint>;
    late: Generated<boolean>;
    paid_at: Date | null;
    shown_at: Date | null;
    settled_how: SettledHow | null;
    swept_at: Date | null;
    transfer_signature: string | null;
    expired_at: Date | null;
    failed_at: Date | null;
    status: ReadOnly<DonationStatus>;
  };
  chain_entries: {
    address: string;
    signature: string;
    slot: bigint;
    block_time: Date;
    lamports: bigint;
    fee_lamports: bigint;
    succeeded: boolean;
    finalized: boolean;
    dropped: boolean;
    seen_at: Stamp;
  };
  watches: {
    donation_id: string;
    address: string;
    known_lamports: Generated<bigint>;
    next_read_at: Date;
    is_open: Generated<boolean>;
    process_id: string | null;
  };
  sweep_jobs: {
    donation_id: string;
    next_attempt_at: Stamp;
    lease_until: Date | null;
    fence: Generated<bigint>;
    attempts: Generated<number>;
    last_error: string | null;
  };
  sweeps: {
    signature: string;
    donation_id: string;
    address: string;
    destination: string;
    lamports: bigint;
    fee_lamports: bigint;
    fee_payer: string;
    raw: Uint8Array;
    last_valid_block_height: bigint;
    fence: bigint;
    state: Generated<'live' | 'landed' | 'failed' | 'expired'>;
    created_at: Stamp;
    ended_at: Date | null;
  };
  alerts: {
    id: Generated<string>;
    seq: Generated<bigint>;
    user_id: string;
    donation_id: string | null;
    kind: 'payment' | 'replay' | 'test';
    queued_at: Stamp;
    sent_at: Date | null;
    attempts: Generated<number>;
    trayed_at: Date | null;
    settled_at: Date | null;
    settled_how: SettledHow | null;
  };
  alert_queues: {
    user_id: string;
    wake_at: Date | null;
    last_sent_at: Date | null;
    last_hold_ms: Generated<number>;
  };
  overlay_sockets: {
    socket_id: string;
    process_id: string;
    user_id: string;
    visible: Generated<boolean>;
    opened_at: Stamp;
  };
  events: {
    seq: Generated<bigint>;
    xid: ReadOnly<string>;
    room: string;
    name: string;
    body: ColumnType<unknown, string, never>;
    at: Stamp;
  };
  audit: {
    user_id: string | null;
    action: string;
    detail: ColumnType<unknown, string, never>;
    at: Stamp;
  };
}

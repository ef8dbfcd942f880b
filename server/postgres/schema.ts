import type { ColumnType, Generated } from 'kysely';
import type { AccessScope } from '#contract/access-tokens.ts';
import type { DeskAction, DeskRole } from '#contract/alerts.ts';
import type { DonationStatus, SettledHow } from '#contract/donation.ts';
import type { AlertSettings } from '#contract/moderation.ts';
import type { WidgetSettings } from '#contract/widgets.ts';
import type { AlertState } from '#server/domain/alert.ts';

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
    operator_since: Date | null;
    created_at: Stamp;
  };
  key_counters: { user_id: string; next_index: Generated<number> };
  sessions: {
    id: Generated<string>;
    token_hash: Uint8Array;
    user_id: string;
    created_at: Stamp;
    seen_at: Stamp;
    expires_at: Date;
    password_typed_at: Stamp;
    device: string | null;
    factor_proven_at: Date | null;
  };
  second_factors: {
    user_id: string;
    generation: Generated<string>;
    confirmed_at: Date | null;
    last_step: bigint | null;
    failures: Generated<number>;
    wait_until: Date | null;
  };
  recovery_codes: { user_id: string; code_hash: Uint8Array; used_at: Date | null };
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
    blocked_at: Date | null;
    status: ReadOnly<DonationStatus>;
    search_text: ReadOnly<string>;
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
    is_claimed: Generated<boolean>;
    look_slot: bigint | null;
    look_since: Date | null;
    look_at: Date | null;
  };
  sweep_jobs: {
    donation_id: string;
    next_attempt_at: Stamp;
    lease_until: Date | null;
    lease_fence: bigint | null;
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
    place: Stamp;
    place_slot: Generated<bigint>;
    goes_next: Generated<boolean>;
    held_at: Date | null;
    approved_at: Date | null;
    is_masked: Generated<boolean>;
    found_words: Generated<string[]>;
    state: ReadOnly<AlertState>;
  };
  alert_queues: {
    user_id: string;
    wake_at: Date | null;
    last_sent_at: Date | null;
    last_hold_ms: Generated<number>;
    paused_at: Date | null;
    volume: Generated<number>;
    is_muted: Generated<boolean>;
  };
  alert_settings: {
    user_id: string;
    approve_first: boolean;
    word_action: AlertSettings['wordAction'];
    word_lists: AlertSettings['wordLists'];
    own_words: string[];
    allowed_words: string[];
    clip_minimum_lamports: bigint | null;
    stacks_cards: boolean;
  };
  widget_settings: {
    user_id: string;
    goal_title: string;
    goal_target_lamports: bigint;
    goal_offset_lamports: bigint;
    goal_since: Date | null;
    goal_before_lamports: Generated<bigint>;
    leaderboard_span: WidgetSettings['leaderboard']['span'];
    leaderboard_places: number;
    ticker_count: number;
  };
  streams: { id: Generated<bigint>; user_id: string; started_at: Date; ended_at: Date | null };
  access_tokens: {
    id: Generated<string>;
    user_id: string;
    token_hash: Uint8Array;
    scope: AccessScope;
    name: string;
    hides_amounts: boolean;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
  desk_log: {
    id: Generated<bigint>;
    user_id: string;
    at: Stamp;
    who: string;
    role: DeskRole;
    action: DeskAction;
    donator_name: string | null;
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
  clips: {
    name: string;
    mime_type: string;
    duration_ms: number;
    bytes: number;
    creator: string | null;
    uploaded_at: Date;
    expires_at: Date;
    stored_at: Date | null;
    donation_id: string | null;
    lease_until: Date | null;
    deleted_at: Date | null;
  };
  audit: {
    id: Generated<bigint>;
    user_id: string | null;
    actor_id: string | null;
    action: string;
    detail: ColumnType<unknown, string, never>;
    at: Stamp;
  };
  limit_counts: { key: string; ends_at: Date; count: number };
  unknown_proxies: { is_only: Generated<boolean>; peer: string; seen_at: Stamp };
}

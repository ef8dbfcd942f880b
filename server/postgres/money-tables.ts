import type { Generated } from 'kysely';
import type { BlockKind } from '#contract/block-kinds.ts';
import type { DonationStatus, SettledHow } from '#contract/donation.ts';
import type { UnsentReason } from '#contract/wallet.ts';
import type { ReadOnly, Stamp } from './column-types.ts';

/** Tables of donations, books, transfers and withdrawals. */
export interface MoneyTables {
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
    fiat_currency: string | null;
    fiat_price_micros: bigint | null;
    fiat_minor: bigint | null;
    block_id: string | null;
    block_kind: BlockKind | null;
    block_value: string | null;
    texts_removed_at: Date | null;
    asked_lamports: bigint | null;
    hides_name: Generated<boolean>;
    hides_amount: Generated<boolean>;
    token_mint: string | null;
    token_account: string | null;
    /** `numeric` is read as text. */
    minimum_units: string | null;
    asked_units: string | null;
    received_units: string | null;
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
    payers: Generated<string[]>;
    succeeded: boolean;
    finalized: boolean;
    dropped: boolean;
    seen_at: Stamp;
    fiat_currency: string | null;
    fiat_price_micros: bigint | null;
    fiat_minor: bigint | null;
  };
  tokens: {
    mint: string;
    symbol: string;
    decimals: number;
    minimum_units: string;
    is_allowed: boolean;
  };
  streamer_tokens: { user_id: string; mint: string; is_on: boolean; minimum_units: string };
  token_entries: {
    donation_id: string;
    signature: string;
    slot: bigint;
    block_time: Date;
    units: string;
    payers: Generated<string[]>;
    succeeded: boolean;
    finalized: boolean;
    dropped: Generated<boolean>;
    seen_at: Stamp;
  };
  token_watches: {
    donation_id: string;
    account: string;
    known_units: Generated<string>;
    next_read_at: Date;
    is_open: Generated<boolean>;
  };
  token_sweep_jobs: MoneyTables['sweep_jobs'];
  fee_payer: {
    is_only: Generated<boolean>;
    address: string;
    lamports: bigint;
    low_lamports: bigint;
    read_at: Date;
  };
  token_sweeps: {
    signature: string;
    donation_id: string;
    mint: string;
    account: string;
    destination: string;
    units: string;
    fee_lamports: bigint;
    fee_payer: string;
    raw: Uint8Array;
    last_valid_block_height: bigint;
    fence: bigint;
    state: Generated<'live' | 'landed' | 'failed' | 'expired'>;
    created_at: Stamp;
    ended_at: Date | null;
  };
  sol_prices: {
    read_at: Date;
    currency: string;
    digits: number;
    price_micros: bigint;
    good_until: Date;
  };
  price_turn: { id: Generated<boolean>; next_at: Date };
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
  withdrawals: {
    id: string;
    user_id: string;
    key_epoch: number;
    destination: string;
    is_all: boolean;
    lamports: bigint;
    fee_lamports: bigint;
    unit_price: bigint;
    balance_lamports: bigint;
    created_at: Date;
    seen_at: Date | null;
    landed_at: Date | null;
    failed_at: Date | null;
    given_up_at: Date | null;
    given_up_why: UnsentReason | null;
    ended_at: Date | null;
    next_attempt_at: Stamp;
    lease_until: Date | null;
    fence: Generated<bigint>;
    attempts: Generated<number>;
  };
  withdrawal_transfers: {
    signature: string;
    withdrawal_id: string;
    raw: Uint8Array;
    lamports: bigint;
    fee_lamports: bigint;
    last_valid_block_height: bigint;
    signed_slot: bigint;
    state: Generated<'live' | 'landed' | 'failed' | 'expired'>;
    created_at: Stamp;
    ended_at: Date | null;
  };
  wallet_entries: {
    user_id: string;
    signature: string;
    slot: bigint;
    block_time: Date;
    lamports: bigint;
    fee_lamports: bigint;
    succeeded: boolean;
    donation_id: string | null;
  };
  wallet_reads: {
    user_id: string;
    newest_signature: string | null;
    newest_slot: bigint | null;
    read_at: Date | null;
    lease_until: Date | null;
  };
  wallet_gaps: {
    user_id: string;
    before_signature: string;
    until_signature: string | null;
    before_slot: bigint;
  };
}

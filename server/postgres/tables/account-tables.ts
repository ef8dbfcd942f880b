import type { ColumnType, Generated } from 'kysely';
import type { AccessScope } from '#contract/access-tokens.ts';
import type { RetentionDays } from '#contract/own-account-routes.ts';
import type { Stamp } from './column-types.ts';

/** Tables of accounts, and who did what. */
export interface AccountTables {
  installation: {
    genesis_hash: string;
    seed_fingerprint: string;
    key_epoch: number;
    unsearched_since: Date | null;
    unsearched_from: number | null;
    past_epochs: Generated<number[]>;
  };
  processes: { id: string; started_at: Stamp; seen_at: Stamp; hears_chain: Generated<boolean> };
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
    /** `pg` reads arrays of int8 as texts. */
    preset_lamports: ColumnType<string[], bigint[] | undefined, bigint[]>;
    card_color: Generated<string>;
    card_gradient: string | null;
    time_zone: string;
    payout_address: string | null;
    accepting_donations: Generated<boolean>;
    channels: Generated<string[]>;
    suspended_at: Date | null;
    operator_since: Date | null;
    deletes_at: Date | null;
    deleted_at: Date | null;
    has_posts: Generated<boolean>;
    created_at: Stamp;
  };
  account_deletions: {
    user_id: string;
    asked_at: Date;
    due_at: Date;
    was_accepting: boolean;
    begun_at: Date | null;
    after_at: Stamp;
    after_id: string | null;
    texts_removed_at: Date | null;
    finished_at: Date | null;
    next_at: Date;
  };
  retired_names: { name_hash: Uint8Array; free_at: Date };
  text_retention: {
    user_id: string;
    days: RetentionDays | null;
    is_chosen: Generated<boolean>;
    after_at: Stamp;
    after_id: string | null;
    next_at: Stamp;
  };
  recovered_wallets: { key_epoch: number; key_user: number; user_id: string };
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
  account_recovery: { user_id: string; code_hash: Uint8Array; created_at: Date };
  recovery_codes: { user_id: string; code_hash: Uint8Array; used_at: Date | null };
  access_tokens: {
    id: Generated<string>;
    user_id: string;
    token_hash: Uint8Array;
    scope: 'alerts' | 'moderator';
    scopes: Generated<AccessScope[]>;
    name: string;
    hides_amounts: boolean;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
  audit: {
    id: Generated<bigint>;
    user_id: string | null;
    actor_id: string | null;
    action: string;
    detail: ColumnType<unknown, string, never>;
    at: Stamp;
  };
}

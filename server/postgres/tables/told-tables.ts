import type { ColumnType, Generated } from 'kysely';
import type { TellFailure } from '#contract/alarms.ts';
import type { PostEnd, PostError, PostKind } from '#contract/posts.ts';
import type { DeliveryError, DeliveryEvent, DisabledWhy, WebhookEvent } from '#contract/webhooks.ts';
import type { BackupFailureCode } from '#server/domain/backups/backup-schedule.ts';
import type { Stamp } from './column-types.ts';

/** Tables of telling programs, chats and operators, and back-ups. */
export interface ToldTables {
  webhooks: {
    id: Generated<string>;
    user_id: string;
    url: string;
    events: WebhookEvent[];
    is_active: Generated<boolean>;
    generation: Generated<number>;
    replaced_at: Date | null;
    created_at: Date;
    disabled_why: DisabledWhy | null;
    failures: Generated<number>;
    failing_since: Date | null;
    is_proven: Generated<boolean>;
    rest_until: Date | null;
    lease_until: Date | null;
    fence: Generated<bigint>;
    deleted_at: Date | null;
  };
  webhook_deliveries: {
    id: Generated<string>;
    webhook_id: string;
    event: DeliveryEvent;
    donation_id: string | null;
    payload: string;
    created_at: Date;
    attempts: Generated<number>;
    next_at: Date | null;
    last_at: Date | null;
    last_status: number | null;
    last_error: DeliveryError | null;
    last_duration_ms: number | null;
    delivered_at: Date | null;
    given_up_at: Date | null;
  };
  post_places: {
    id: Generated<string>;
    user_id: string;
    kind: PostKind;
    is_on: Generated<boolean>;
    template: string;
    minimum_lamports: bigint | null;
    label: string | null;
    sealed_key: Uint8Array | null;
    key_generation: Generated<number>;
    connected_at: Date | null;
    check_at: Date | null;
    ended_why: PostEnd | null;
    rest_until: Date | null;
    lease_until: Date | null;
    fence: Generated<bigint>;
  };
  post_links: {
    user_id: string;
    sealed_device_code: Uint8Array;
    user_code: string;
    url: string;
    every_ms: number;
    expires_at: Date;
    next_at: Date;
  };
  posts: {
    id: Generated<string>;
    place_id: string;
    donation_id: string | null;
    created_at: Date;
    attempts: Generated<number>;
    next_at: Date | null;
    sending_since: Date | null;
    sent_at: Date | null;
    given_up_at: Date | null;
    error: PostError | null;
    said: string | null;
  };
  alarms: {
    id: Generated<bigint>;
    code: string;
    subject: string;
    name: string | null;
    level: 'problem' | 'warning';
    count: number | null;
    since: Date | null;
    raised_at: Date;
    seen_at: Date;
    troubled_ms: bigint;
    settled_at: Date | null;
    well_since: Date | null;
    cleared_at: Date | null;
    returns: number;
  };
  alarm_ways: {
    way: string;
    opened_at: Date;
    delivered_at: Date | null;
    failures: Generated<number>;
    failing_since: Date | null;
    failure: TellFailure | null;
    status: number | null;
    next_at: Date;
    lease_until: Date | null;
    fence: Generated<bigint>;
  };
  alarm_tellings: {
    alarm_id: bigint;
    way: string;
    level: 'problem' | 'warning';
    told_at: Date;
    times: number;
    over_at: Date | null;
  };
  alarm_reports: { process_id: string; findings: ColumnType<unknown, string, string> };
  alarm_turn: { id: Generated<boolean>; next_at: Date };
  backup_runs: {
    id: Generated<string>;
    place: string;
    host: string;
    file: string;
    started_at: Date;
    finished_at: Date | null;
    bytes: bigint | null;
    row_count: bigint | null;
    checked_at: Date | null;
    failed_at: Date | null;
    failure: BackupFailureCode | null;
    detail: string | null;
    removed_at: Date | null;
    missing_at: Date | null;
  };
  backup_turn: {
    is_only: Generated<boolean>;
    since: Stamp;
    wanted_at: Date | null;
    holder: string | null;
    lease_until: Date | null;
  };
  limit_counts: { key: string; ends_at: Date; count: number };
  unknown_proxies: { is_only: Generated<boolean>; peer: string; seen_at: Stamp };
}

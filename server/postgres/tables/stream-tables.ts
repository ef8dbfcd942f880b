import type { ColumnType, Generated } from 'kysely';
import type { AlertRuleKind } from '#contract/alert-rules.ts';
import type { DeskAction, DeskRole } from '#contract/alerts.ts';
import type { BlockKind } from '#contract/block-kinds.ts';
import type { SettledHow } from '#contract/donation.ts';
import type { AlertSettings, HoldReason } from '#contract/moderation.ts';
import type { SpeechLanguage, SpeechSource } from '#contract/speech.ts';
import type { WidgetSettings } from '#contract/widgets.ts';
import type { AlertState } from '#server/domain/alert.ts';
import type { ReadOnly, Stamp } from './column-types.ts';

/** Tables of what a stream shows and its people do. */
export interface StreamTables {
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
    taken_at: Date | null;
    place: Stamp;
    place_slot: Generated<bigint>;
    goes_next: Generated<boolean>;
    released_at: Date | null;
    held_at: Date | null;
    approved_at: Date | null;
    is_masked: Generated<boolean>;
    found_words: Generated<string[]>;
    held_for: Generated<HoldReason[]>;
    test_lamports: bigint | null;
    asked_by: string | null;
    approved_by: string | null;
    settled_by: string | null;
    state: ReadOnly<AlertState>;
  };
  alert_queues: {
    user_id: string;
    wake_at: Date | null;
    last_sent_at: Date | null;
    last_hold_ms: Generated<number>;
    paused_at: Date | null;
    resumed_at: Date | null;
    cleared_at: Date | null;
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
    shows_fiat: Generated<boolean>;
    holds_links: Generated<boolean>;
    holds_clips: Generated<boolean>;
    holds_new_donors: Generated<boolean>;
    holds_long_messages: Generated<boolean>;
    shows_held_after_minutes: Generated<number | null>;
  };
  alert_sounds: { id: Generated<string>; user_id: string; name: string; clip_name: string; created_at: Date };
  alert_rules: {
    id: Generated<string>;
    user_id: string;
    kind: AlertRuleKind;
    lamports: bigint;
    card_color: string | null;
    card_gradient: string | null;
    built_in_sound: string | null;
    sound_id: string | null;
    volume: number;
    shown_ms: number;
    shows_message: boolean;
    plays_clip: boolean;
  };
  speech_settings: {
    user_id: string;
    source: SpeechSource;
    minimum_lamports: bigint | null;
    volume: number;
    language: SpeechLanguage;
  };
  speeches: {
    alert_id: string;
    user_id: string;
    text: string;
    language: SpeechLanguage;
    volume: number;
    asked_at: Stamp;
    lease_until: Date | null;
    attempts: Generated<number>;
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
  blocks: {
    id: Generated<string>;
    user_id: string;
    kind: BlockKind;
    value: string;
    key: string;
    folded: string;
    created_at: Date;
    added_by: string;
    role: DeskRole;
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
    voices: number | null;
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
}

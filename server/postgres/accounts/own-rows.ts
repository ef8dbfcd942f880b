import { type RawBuilder, sql } from 'kysely';

/** As it goes into the download, its values in the database's own words. */
export type OwnRow = Record<string, unknown>;

/** The account itself, without a secret or the hash of one. */
export function accountOf(userId: string): RawBuilder<OwnRow> {
  return sql`
    select id, username, created_at as "createdAt", wallet_address as "walletAddress",
      payout_address as "payoutAddress", time_zone as "timeZone", suspended_at as "suspendedAt",
      operator_since as "operatorSince", deletes_at as "deletesAt", donation_code as "donationCode",
      widget_code_used_at as "widgetLinkUsedAt",
      json_build_object('user', key_user, 'epoch', key_epoch) as "keyNumber",
      (select created_at from account_recovery where user_id = u.id) as "recoveryCodeSince",
      (select confirmed_at from second_factors where user_id = u.id) as "twoStepProtectionSince",
      (select count(*)::int from recovery_codes where user_id = u.id and used_at is null)
        as "twoStepRecoveryCodesLeft"
    from users u where id = ${userId}`;
}

/** All that its streamer has set, but for the tokens that they take. */
export function settingsOf(userId: string): RawBuilder<OwnRow> {
  return sql`
    select min_lamports as "minimum", preset_lamports::text[] as "presetLamports",
      accepting_donations as "acceptingDonations", channels,
      card_color as "cardColor", card_gradient as "cardStyle",
      (select json_build_object('approveFirst', approve_first, 'holdsLinks', holds_links, 'holdsClips', holds_clips,
         'holdsNewDonors', holds_new_donors, 'holdsLongMessages', holds_long_messages,
         'showsHeldAfterMinutes', shows_held_after_minutes, 'wordAction', word_action,
         'wordLists', word_lists, 'ownWords', own_words, 'allowedWords', allowed_words,
         'clipMinimumLamports', clip_minimum_lamports::text, 'stacksCards', stacks_cards, 'showsFiat', shows_fiat)
       from alert_settings where user_id = u.id) as "alerts",
      (select json_build_object('volume', volume, 'isMuted', is_muted, 'pausedAt', paused_at)
       from alert_queues where user_id = u.id) as "sound",
      (select json_build_object('goalTitle', goal_title, 'goalTargetLamports', goal_target_lamports::text,
         'goalOffsetLamports', goal_offset_lamports::text, 'goalSince', goal_since,
         'leaderboardSpan', leaderboard_span, 'leaderboardPlaces', leaderboard_places,
         'tickerCount', ticker_count)
       from widget_settings where user_id = u.id) as "widgets",
      (select json_build_object('source', source, 'minimumLamports', minimum_lamports::text, 'volume', volume,
         'language', language)
       from speech_settings where user_id = u.id) as "readingAloud",
      (select json_build_object('isChosen', is_chosen, 'days', days)
       from text_retention where user_id = u.id) as "retention"
    from users u where id = ${userId}`;
}

/** Lists that are short by their caps, in the order of the download. */
export const shortLists: Readonly<Record<string, (userId: string) => RawBuilder<OwnRow>>> = {
  sessions: (userId) => sql`
    select id, device, created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt"
    from sessions where user_id = ${userId} order by created_at, id`,
  accessTokens: (userId) => sql`
    select id, name, scope, scopes, hides_amounts as "hidesAmounts", created_at as "createdAt",
      last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from access_tokens where user_id = ${userId} order by created_at, id`,
  webhooks: (userId) => sql`
    select id, url, events, is_active as "isActive", disabled_why as "disabledWhy",
      created_at as "createdAt", replaced_at as "secretReplacedAt",
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id) as "messagesOfTheLastMonth"
    from webhooks w where user_id = ${userId} and deleted_at is null order by created_at, id`,
  posts: (userId) => sql`
    select kind as place, label as "connectedTo", is_on as "isOn", template, minimum_lamports as minimum,
      connected_at as "connectedAt", ended_why as "endedWhy",
      (select count(*)::int from posts o where o.place_id = p.id) as "postsOfTheLastMonth"
    from post_places p where user_id = ${userId} order by kind`,
  blocked: (userId) => sql`
    select id, kind, value, created_at as "createdAt", added_by as "addedBy", role
    from blocks where user_id = ${userId} order by created_at, id`,
  alertRules: (userId) => sql`
    select id, kind, lamports as amount, card_color as "cardColor", card_gradient as "cardStyle",
      coalesce(built_in_sound, (select name from alert_sounds s where s.id = sound_id)) as sound, volume,
      shown_ms as "shownMs", shows_message as "showsMessage", plays_clip as "playsClip"
    from alert_rules where user_id = ${userId} order by lamports, kind`,
  alertSounds: (userId) => sql`
    select id, name, '/clips/' || clip_name as link, created_at as "createdAt"
    from alert_sounds where user_id = ${userId} order by created_at, id`,
  withdrawals: (userId) => sql`
    select id, destination, is_all as "isAll", lamports as amount, fee_lamports as fee, created_at as "createdAt",
      landed_at as "landedAt", failed_at as "failedAt", given_up_at as "givenUpAt", given_up_why as "givenUpWhy",
      array(select signature from withdrawal_transfers t where t.withdrawal_id = w.id order by t.created_at)
        as signatures
    from withdrawals w where user_id = ${userId} order by created_at, id`,
};

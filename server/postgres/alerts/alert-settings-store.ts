import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely';
import type { AlertSettings, SentAlertSettings } from '#contract/moderation.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import type { AlertSettingsStore } from '#server/app/alert-ports.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { holdWaiting } from './hold-waiting.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { hasBeenShown } from './has-been-shown.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** Named one by one, so that the statement can be prepared (`frequent-statements.ts`). */
const columns = [
  'approve_first',
  'word_action',
  'word_lists',
  'own_words',
  'allowed_words',
  'clip_minimum_lamports',
  'stacks_cards',
  'shows_fiat',
  'holds_links',
  'holds_clips',
  'holds_new_donors',
  'holds_long_messages',
  'shows_held_after_minutes',
] as const;
type AlertSettingsRow = Pick<Selectable<Schema['alert_settings']>, (typeof columns)[number]>;
/** Settings with what they ask of a payment. */
export type PaymentSettingsRow = AlertSettingsRow & { isOfNewDonor: boolean };

/**
 * What streamers decide about their alerts, in PostgreSQL. What is decided of an alert already stays as it is, but for what
 * nobody has looked at when every alert is to be approved from now on.
 */
export function createAlertSettingsStore(db: Database): AlertSettingsStore {
  return {
    find: (userId) => readAlertSettings(db, userId),
    async change(by, settings) {
      await db.transaction().execute(async (trx) => {
        await wakeQueue(trx, by.userId);
        const before = await readAlertSettings(trx, by.userId);
        const row = toColumns(settings);
        await trx
          .insertInto('alert_settings')
          .values({ user_id: by.userId, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
        if (!before.approveFirst) await holdWaiting(trx, by.userId);
        await writeDeskLog(trx, by, 'settings');
        await tellWaiting(trx, by.userId);
        await tellPages(trx, by.userId);
      });
    },
  };
}

/** A streamer's settings, or the default. */
export async function readAlertSettings(db: Database | Trx, userId: string): Promise<AlertSettings> {
  return toAlertSettings((await db.executeQuery(alertSettingsOf(db, userId))).rows[0]);
}

/** The row of a streamer's settings, as a statement. */
function alertSettingsOf(db: Database | Trx, userId: string): CompiledQuery<AlertSettingsRow> {
  return db.selectFrom('alert_settings').select(columns).where('user_id', '=', userId).compile();
}

/** The same for a payment, with whether its donor is a new one where that decides anything. */
export function alertSettingsFor(
  trx: Trx,
  { userId, payers }: { userId: string; payers: readonly string[] },
): CompiledQuery<PaymentSettingsRow> {
  return trx
    .selectFrom('alert_settings')
    .select([
      ...columns,
      sql<boolean>`holds_new_donors and not ${hasBeenShown(userId, payers)}`.as('isOfNewDonor'),
    ])
    .where('user_id', '=', userId)
    .compile();
}

/** Settings from their row; those of who has changed none without one. */
export function toAlertSettings(row: AlertSettingsRow | undefined): AlertSettings {
  return row === undefined ? defaultAlertSettings : toSettings(row);
}

function toColumns(settings: SentAlertSettings): Omit<Insertable<Schema['alert_settings']>, 'user_id'> {
  const { clipMinimumAmount } = settings;
  return {
    approve_first: settings.approveFirst,
    word_action: settings.wordAction,
    word_lists: [...new Set(settings.wordLists)],
    own_words: [...new Set(settings.ownWords)],
    allowed_words: [...new Set(settings.allowedWords)],
    clip_minimum_lamports: clipMinimumAmount === null ? null : solToLamports(clipMinimumAmount),
    stacks_cards: settings.stacksCards,
    ...whereGiven({
      shows_fiat: settings.showsFiat,
      holds_links: settings.holdsLinks,
      holds_clips: settings.holdsClips,
      holds_new_donors: settings.holdsNewDonors,
      holds_long_messages: settings.holdsLongMessages,
      shows_held_after_minutes: settings.showsHeldAfterMinutes,
    }),
  };
}

/** Without what was left out of the request: that stays as it is. */
function whereGiven<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function toSettings(row: AlertSettingsRow): AlertSettings {
  return {
    approveFirst: row.approve_first,
    wordAction: row.word_action,
    wordLists: row.word_lists,
    ownWords: row.own_words,
    allowedWords: row.allowed_words,
    clipMinimumAmount: row.clip_minimum_lamports === null ? null : lamportsToSol(row.clip_minimum_lamports),
    stacksCards: row.stacks_cards,
    showsFiat: row.shows_fiat,
    holdsLinks: row.holds_links,
    holdsClips: row.holds_clips,
    holdsNewDonors: row.holds_new_donors,
    holdsLongMessages: row.holds_long_messages,
    showsHeldAfterMinutes: row.shows_held_after_minutes,
  };
}

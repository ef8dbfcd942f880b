import type { CompiledQuery, Insertable, Selectable } from 'kysely';
import type { AlertSettings, AlertSettingsChange } from '#contract/moderation.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import type { AlertSettingsStore } from '#server/app/alert-ports.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import type { Database, Trx } from './database.ts';
import { writeDeskLog } from './desk-log.ts';
import { tellPages } from './outbox.ts';
import type { Schema } from './schema.ts';
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
] as const;
export type AlertSettingsRow = Pick<Selectable<Schema['alert_settings']>, (typeof columns)[number]>;

/** What streamers decide about their alerts, in PostgreSQL. What is decided of an alert already stays as it is. */
export function createAlertSettingsStore(db: Database): AlertSettingsStore {
  return {
    find: (userId) => readAlertSettings(db, userId),
    async change(by, settings) {
      await db.transaction().execute(async (trx) => {
        await wakeQueue(trx, by.userId);
        const row = toColumns(settings);
        await trx
          .insertInto('alert_settings')
          .values({ user_id: by.userId, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
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
export function alertSettingsOf(db: Database | Trx, userId: string): CompiledQuery<AlertSettingsRow> {
  return db.selectFrom('alert_settings').select(columns).where('user_id', '=', userId).compile();
}

/** Settings from their row; those of who has changed none without one. */
export function toAlertSettings(row: AlertSettingsRow | undefined): AlertSettings {
  return row === undefined ? defaultAlertSettings : toSettings(row);
}

function toColumns(settings: AlertSettingsChange): Omit<Insertable<Schema['alert_settings']>, 'user_id'> {
  const { clipMinimumAmount } = settings;
  return {
    approve_first: settings.approveFirst,
    word_action: settings.wordAction,
    word_lists: [...new Set(settings.wordLists)],
    own_words: [...new Set(settings.ownWords)],
    allowed_words: [...new Set(settings.allowedWords)],
    clip_minimum_lamports: clipMinimumAmount === null ? null : solToLamports(clipMinimumAmount),
    stacks_cards: settings.stacksCards,
    ...(settings.showsFiat !== undefined && { shows_fiat: settings.showsFiat }),
  };
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
  };
}

import { type Selectable, sql } from 'kysely';
import type {
  AlertRule,
  AlertRules,
  AlertRuleSettings,
  AlertSoundFile,
  BuiltInSound,
} from '#contract/alert-rules.ts';
import { builtInSounds, mostAlertRules, mostAlertSounds } from '#contract/alert-rules.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { AlertRuleStore } from '#server/app/alert-rule-ports.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import { clipPath } from '#server/app/donations/present-donation.ts';
import type { Clock } from '#server/app/ports.ts';
import { keepClip, letClipGo } from '#server/postgres/donations/claim-clips.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/**
 * Rules by amount in PostgreSQL. Every change locks the streamer's queue, so that limits are exact, and the next alert
 * that is sent follows it: nothing of it is remembered but on donors' pages, which are read anew.
 */
export function createAlertRuleStore(db: Database, clock: Clock): AlertRuleStore {
  const change = (by: DeskCaller, work: (trx: Trx) => Promise<void>): Promise<AlertRules> =>
    db.transaction().execute(async (trx) => {
      await wakeQueue(trx, by.userId);
      await work(trx);
      await writeDeskLog(trx, by, 'settings');
      await tellWaiting(trx, by.userId);
      await tellPages(trx, by.userId);
      return await readRules(trx, by.userId);
    });
  return {
    list: (userId) => readRules(db, userId),
    create: (by, settings) =>
      change(by, async (trx) => {
        const row = await rowOf(trx, by, settings, null);
        const { count } = await countOf(trx, 'alert_rules', by.userId);
        if (count >= mostAlertRules) throw new Problem('too_many_alert_rules');
        await trx.insertInto('alert_rules').values(row).execute();
      }),
    change: (by, id, settings) =>
      change(by, async (trx) => {
        if (!isUuid(id)) throw new Problem('alert_rule_not_found');
        const row = await rowOf(trx, by, settings, id);
        const { numUpdatedRows } = await trx
          .updateTable('alert_rules')
          .set(row)
          .where('id', '=', id)
          .where('user_id', '=', by.userId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw new Problem('alert_rule_not_found');
      }),
    remove: (by, id) =>
      change(by, async (trx) => {
        if (!isUuid(id)) throw new Problem('alert_rule_not_found');
        const { numDeletedRows } = await trx
          .deleteFrom('alert_rules')
          .where('id', '=', id)
          .where('user_id', '=', by.userId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw new Problem('alert_rule_not_found');
      }),
    addSound: (by, { fileName, name }) =>
      change(by, async (trx) => {
        const { count } = await countOf(trx, 'alert_sounds', by.userId);
        if (count >= mostAlertSounds) throw new Problem('too_many_alert_sounds');
        await keepClip(trx, fileName, clock.now());
        const row = { user_id: by.userId, name, clip_name: fileName, created_at: clock.now() };
        await trx.insertInto('alert_sounds').values(row).execute();
      }),
    removeSound: (by, id) =>
      change(by, async (trx) => {
        if (!isUuid(id)) throw new Problem('alert_sound_not_found');
        const removed = await trx
          .deleteFrom('alert_sounds')
          .where('id', '=', id)
          .where('user_id', '=', by.userId)
          .returning('clip_name')
          .executeTakeFirst();
        if (removed === undefined) throw new Problem('alert_sound_not_found');
        await letClipGo(trx, removed.clip_name, clock.now());
      }),
  };
}

async function readRules(db: Database | Trx, userId: string): Promise<AlertRules> {
  const rules = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('lamports', 'desc')
    .orderBy('kind')
    .execute();
  const sounds = await db
    .selectFrom('alert_sounds')
    .innerJoin('clips', 'clips.name', 'alert_sounds.clip_name')
    .select(['alert_sounds.id', 'alert_sounds.name', 'clip_name as clipName', 'duration_ms as durationMs'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('alert_sounds.id')
    .execute();
  return { rules: rules.map(presentRule), sounds: sounds.map(presentSound) };
}

function presentRule(row: Selectable<Schema['alert_rules']>): AlertRule {
  return {
    id: row.id,
    kind: row.kind,
    amount: lamportsToSol(row.lamports),
    style: row.card_color === null ? null : { cardColor: row.card_color, cardGradient: row.card_gradient },
    builtInSound: isBuiltIn(row.built_in_sound) ? row.built_in_sound : null,
    soundId: row.sound_id,
    volume: row.volume,
    seconds: row.shown_ms / 1000,
    showsMessage: row.shows_message,
    playsClip: row.plays_clip,
  };
}

function presentSound(row: {
  id: string;
  name: string;
  clipName: string;
  durationMs: number;
}): AlertSoundFile {
  const { id, name, clipName, durationMs } = row;
  return { id, name, url: clipPath(clipName), duration: durationMs / 1000 };
}

function isBuiltIn(name: string | null): name is BuiltInSound {
  return builtInSounds.some((one) => one === name);
}

/** Throws `Problem`: `alert_rule_exists` where another rule has this amount, `alert_sound_not_found`. */
async function rowOf(trx: Trx, { userId }: DeskCaller, settings: AlertRuleSettings, id: string | null) {
  const { kind, style, soundId } = settings;
  const lamports = solToLamports(settings.amount);
  const other = await trx
    .selectFrom('alert_rules')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('lamports', '=', lamports)
    .executeTakeFirst();
  if (other !== undefined && other.id !== id) throw new Problem('alert_rule_exists');
  if (soundId !== null && !(await hasSound(trx, userId, soundId))) throw new Problem('alert_sound_not_found');
  return {
    user_id: userId,
    kind,
    lamports,
    card_color: style?.cardColor ?? null,
    card_gradient: style?.cardGradient ?? null,
    built_in_sound: soundId === null ? settings.builtInSound : null,
    sound_id: soundId,
    volume: settings.volume,
    shown_ms: settings.seconds * 1000,
    shows_message: settings.showsMessage,
    plays_clip: settings.playsClip,
  };
}

async function hasSound(trx: Trx, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await trx
    .selectFrom('alert_sounds')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

function countOf(trx: Trx, table: 'alert_rules' | 'alert_sounds', userId: string) {
  return trx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

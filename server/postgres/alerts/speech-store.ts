import { type RawBuilder, sql } from 'kysely';
import type { SpeechSettings, SpeechSource } from '#contract/speech.ts';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Speech, SpeechQueue, SpeechStore } from '#server/app/speech-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { deleteInParts } from '#server/postgres/connection/delete-in-parts.ts';
import { writeDeskLog } from './desk-log.ts';
import { emit } from '#server/postgres/connection/outbox.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** Settings of who has decided nothing. */
const usual: SpeechSettings = { source: 'off', minimumAmount: null, volume: 100, language: 'en' };
/** No card stands for longer. */
const forgottenAfterSeconds = 15;
const forgottenAtOnce = 1000;
const mostAttempts = 2;

/** What streamers decide about reading aloud, in PostgreSQL. */
export function createSpeechStore(db: Database): SpeechStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom('speech_settings')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const overlays = await countVoices(db, userId);
      if (row === undefined) return { ...usual, overlays };
      const { source, minimum_lamports: minimum, volume, language } = row;
      const minimumAmount = minimum === null ? null : lamportsToSol(minimum);
      return { source, minimumAmount, volume, language, overlays };
    },
    async change(by, { source, minimumAmount, volume, language }) {
      await db.transaction().execute(async (trx) => {
        await wakeQueue(trx, by.userId);
        const minimum = minimumAmount === null ? null : solToLamports(minimumAmount);
        const row = { source, minimum_lamports: minimum, volume, language };
        await trx
          .insertInto('speech_settings')
          .values({ user_id: by.userId, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
        await trx.deleteFrom('speeches').where('user_id', '=', by.userId).execute();
        await emit(trx, { room: rooms.overlay(by.userId), name: 'speech', body: { source } });
        await writeDeskLog(trx, by, 'settings');
        await tellWaiting(trx, by.userId);
      });
    },
    async noteVoices(socketId, voices) {
      await db.updateTable('overlay_sockets').set({ voices }).where('socket_id', '=', socketId).execute();
    },
  };
}

/** Has overlays stop what they are reading, and forgets what was to be read of this streamer's alerts. */
export async function stopReading(trx: Trx, userId: string): Promise<void> {
  const { rows } = await sql<{ source: SpeechSource }>`
    with gone as (delete from speeches where user_id = ${userId})
    select source from speech_settings where user_id = ${userId} and source <> 'off'`.execute(trx);
  const [row] = rows;
  if (row !== undefined)
    await emit(trx, { room: rooms.overlay(userId), name: 'speech', body: { source: row.source } });
}

/** Has a server say it, in the statements that send its alert. */
export function speechWaiting({ alertId, userId, text, language, volume }: Speech): RawBuilder<unknown> {
  return sql`
    insert into speeches (alert_id, user_id, text, language, volume)
    values (${alertId}, ${userId}, ${text}, ${language}, ${volume})
    on conflict (alert_id) do update
      set text = excluded.text, asked_at = now(), attempts = 0, lease_until = null`;
}

/** What waits to be said, in PostgreSQL. */
export function createSpeechQueue(db: Database): SpeechQueue {
  return {
    async claim(limit, leaseMs) {
      const { rows } = await sql<Speech>`
        update speeches set lease_until = now() + ${leaseMs} * interval '1 ms', attempts = attempts + 1
        where alert_id in (
          select alert_id from speeches
          where (lease_until is null or lease_until < now()) and attempts < ${mostAttempts}
            and asked_at >= now() - ${forgottenAfterSeconds} * interval '1 second'
          order by asked_at limit ${limit} for update skip locked)
        returning alert_id as "alertId", user_id as "userId", text, language, volume`.execute(db);
      return rows;
    },
    async finish({ alertId, userId, language, volume }, url) {
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('speeches')
          .where('alert_id', '=', alertId)
          .executeTakeFirstOrThrow();
        // Somebody has said so meanwhile: by pausing, by switching it off, or by having it said already.
        if (numDeletedRows === 0n) return;
        const body = { alertId, text: '', language, volume, url };
        await emit(trx, { room: rooms.overlay(userId), name: 'speak', body });
      });
    },
    async fail({ alertId }) {
      await sql`
        with over as (delete from speeches where alert_id = ${alertId} and attempts >= ${mostAttempts})
        update speeches set lease_until = null where alert_id = ${alertId} and attempts < ${mostAttempts}`.execute(
        db,
      );
    },
  };
}

/** Forgets what nobody has said in time, also where no server has a voice. */
export async function forgetUnsaid(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInParts(async () => {
    const { numAffectedRows } = await sql`
      delete from speeches where alert_id = any(array(
        select alert_id from speeches where asked_at < now() - ${forgottenAfterSeconds} * interval '1 second'
        limit ${forgottenAtOnce} for update skip locked))`.execute(db);
    return numAffectedRows === BigInt(forgottenAtOnce);
  }, signal);
}

async function countVoices(db: Database, userId: string): Promise<{ asked: number; able: number }> {
  const { rows } = await sql<{ asked: number; able: number }>`
    select count(voices)::int as asked, count(*) filter (where voices > 0)::int as able
    from overlay_sockets o join processes p on p.id = o.process_id
    where o.user_id = ${userId} and p.seen_at > now() - ${processSilentSeconds} * interval '1 second'`.execute(
    db,
  );
  return rows[0] ?? { asked: 0, able: 0 };
}

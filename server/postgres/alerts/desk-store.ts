import { sql } from 'kysely';
import type { DeskStore } from '#server/app/alert-ports.ts';
import { type Database, type Trx } from '#server/postgres/connection/database.ts';
import { blockDonation } from './block-donation.ts';
import { clearQueue, putBackCleared } from './clear-queue.ts';
import { decideAlert, skipOnStream } from './decide-alerts.ts';
import { listDeskLog, writeDeskLog } from './desk-log.ts';
import { visibleOverlay } from './overlay-presence.ts';
import { emit } from '#server/postgres/connection/outbox.ts';
import { readDesk, readSound } from './read-desk.ts';
import { releaseNext } from './release-next.ts';
import { replayDonation } from './replay-donation.ts';
import { stopReading } from './speech-store.ts';
import { leaveOutPause } from './tray-old.ts';
import { rooms } from '#server/app/rooms.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { unblockDonation } from './unblock-donation.ts';
import { wakeQueue } from './wake-queue.ts';

/** More tests than this do not wait at once: a key that is held down makes no more. */
const mostTests = 5;

/** Only the newest test waits for an overlay: who presses again while setting one up is not shown them all. */
function dropEarlierTests(trx: Trx, userId: string) {
  return sql`
    update alerts set settled_at = now(), settled_how = 'dismissed'
    where user_id = ${userId} and state = 'queue' and kind = 'test' and sent_at is null
      and not ${visibleOverlay(sql`${userId}`)}`.execute(trx);
}

/** What is read aloud stops, and what was let out of an earlier pause is held like everything else. */
async function beginPause(trx: Trx, userId: string): Promise<void> {
  await stopReading(trx, userId);
  await sql`
    update alerts set released_at = null
    where user_id = ${userId} and state = 'queue' and released_at is not null`.execute(trx);
}

/** The desk in PostgreSQL: every change with its line in the log and its events in one transaction. */
export function createDeskStore(db: Database): DeskStore {
  const change = async (work: (trx: Trx) => Promise<void>): Promise<void> =>
    await db.transaction().execute(work);
  return {
    read: (userId, limit) => readDesk(db, userId, limit),
    addTest: (by, lamports) =>
      change(async (trx) => {
        await wakeQueue(trx, by.userId);
        await dropEarlierTests(trx, by.userId);
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('alerts')
          .columns(['user_id', 'kind', 'goes_next', 'test_lamports'])
          .expression(
            sql`select ${by.userId}::uuid, 'test', true, ${lamports}::bigint where (
              select count(*) from alerts
              where user_id = ${by.userId} and state = 'queue' and goes_next and kind = 'test') < ${mostTests}`,
          )
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return;
        await writeDeskLog(trx, by, 'test');
        await tellWaiting(trx, by.userId);
      }),
    setPaused: (by, isPaused) =>
      change(async (trx) => {
        await wakeQueue(trx, by.userId);
        if (!isPaused) await leaveOutPause(trx, by.userId);
        const { numUpdatedRows } = await trx
          .updateTable('alert_queues')
          .set(isPaused ? { paused_at: sql<Date>`now()` } : { paused_at: null, resumed_at: sql<Date>`now()` })
          .where('user_id', '=', by.userId)
          .where('paused_at', isPaused ? 'is' : 'is not', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        if (isPaused) await beginPause(trx, by.userId);
        await writeDeskLog(trx, by, isPaused ? 'pause' : 'resume');
        await tellWaiting(trx, by.userId);
      }),
    changeSound: (by, wanted) =>
      change(async (trx) => {
        await wakeQueue(trx, by.userId);
        const before = await readSound(trx, by.userId);
        const sound = { volume: wanted.volume ?? before.volume, isMuted: wanted.isMuted ?? before.isMuted };
        const hasVolume = sound.volume !== before.volume;
        const hasMute = sound.isMuted !== before.isMuted;
        if (!hasVolume && !hasMute) return;
        await trx
          .updateTable('alert_queues')
          .set({ volume: sound.volume, is_muted: sound.isMuted })
          .where('user_id', '=', by.userId)
          .execute();
        await emit(trx, { room: rooms.overlay(by.userId), name: 'sound_changed', body: sound });
        if (hasVolume) await writeDeskLog(trx, by, 'volume');
        if (hasMute) await writeDeskLog(trx, by, sound.isMuted ? 'mute' : 'unmute');
        await tellWaiting(trx, by.userId);
      }),
    releaseNext: (by, wanted, now) => change((trx) => releaseNext(trx, by, wanted, now)),
    clear: (by) => clearQueue(db, by),
    putBack: (by) => putBackCleared(db, by),
    skip: (by, wanted, now) => change((trx) => skipOnStream(trx, by, wanted, now)),
    decide: (by, decision, now) => change((trx) => decideAlert(trx, by, decision, now)),
    replay: (by, wanted, now) => change((trx) => replayDonation(trx, by, wanted, now)),
    block: (by, donationId, now) => change((trx) => blockDonation(trx, by, donationId, now)),
    unblock: (by, donationId, options) => change((trx) => unblockDonation(trx, by, donationId, options)),
    listLog: (userId, limit) => listDeskLog(db, userId, limit),
  };
}

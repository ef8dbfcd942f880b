import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AlarmWay } from '#server/app/alarms/alarm-ports.ts';
import { composeDatabaseMessage } from '#server/app/alarms/compose-message.ts';
import { judgeAlarms } from '#server/app/alarms/judge-alarms.ts';
import { tellAlarms } from '#server/app/alarms/tell-alarms.ts';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { judgeEveryMs } from '#server/domain/alarms/alarm.ts';
import {
  type DatabaseNews,
  databaseNews,
  lookAtDatabase,
  quietWatch,
  rememberNews,
} from '#server/domain/alarms/database-away.ts';
import { startWorker, type Worker } from './work-loop.ts';

const lookEveryMs = 10_000;
/** At the end of the server receivers have so long to answer. */
const lastAnswersMs = 1500;

type Needs = Pick<Ports, 'alarms' | 'operations' | 'running' | 'clock' | 'settings'>;

/**
 * Judges every half minute how everything stands, one process of all, and tells the operator what is due. What a restart
 * must not forget or repeat stands in the database; what the database itself does is told by `watchDatabase`.
 */
export function watchAlarms(ports: Needs, log: Log): Worker {
  const ending = new AbortController();
  const worker = startWorker({
    name: 'watch-alarms',
    log,
    maxIdleMs: judgeEveryMs,
    longestBackOffMs: judgeEveryMs,
    step: async () => {
      if (await judgeAlarms(ports)) await tellAlarms(ports, log, ending.signal);
      return null;
    },
  });
  return endingSoon(worker, ending);
}

/**
 * Tells the operator that this process does not reach its database, and that it does again. It is remembered in this
 * process alone, so each process says it, and one that starts anew may say it again; once an hour at most. Null where
 * nobody is to be told.
 */
export function watchDatabase(
  { alarms, clock, settings }: Pick<Needs, 'alarms' | 'clock' | 'settings'>,
  { log, processId, isAnswering }: { log: Log; processId: string; isAnswering: () => boolean },
): Worker | null {
  if (alarms.ways.length === 0) return null;
  const ending = new AbortController();
  const process = `server ${processId.slice(0, 8)} on ${hostname()}`;
  const { publicUrl } = settings;
  let watch = quietWatch;
  const tell = async (way: AlarmWay, news: DatabaseNews): Promise<void> => {
    const frame = { id: randomUUID(), now: clock.now(), publicUrl, process };
    const outcome = await way.send(composeDatabaseMessage(news, frame), ending.signal);
    if (ending.signal.aborted) return;
    if (!outcome.isDelivered)
      log.error(
        { way: way.way, place: way.place, why: outcome.why, status: outcome.status },
        'The operator could not be told of the database; it is tried again.',
      );
    watch = rememberNews(watch, news, outcome.isDelivered, clock.now());
  };
  const worker = startWorker({
    name: 'watch-database',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => {
      watch = lookAtDatabase(watch, isAnswering(), clock.now());
      const names = alarms.ways.map(({ way }) => way);
      const due = databaseNews(watch, names, clock.now());
      await Promise.all(
        due.map(async (news) => {
          const way = alarms.ways.find((one) => one.way === news.way);
          if (way !== undefined) await tell(way, news);
        }),
      );
      return null;
    },
  });
  return endingSoon(worker, ending);
}

function endingSoon(worker: Worker, ending: AbortController): Worker {
  return {
    wake: () => worker.wake(),
    async stop() {
      const cut = setTimeout(() => ending.abort(), lastAnswersMs);
      await worker.stop();
      clearTimeout(cut);
    },
  };
}

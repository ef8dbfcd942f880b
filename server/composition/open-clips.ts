import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Problem } from '#contract/problem.ts';
import type { ClipContent, ClipPorts } from '#server/app/clip-ports.ts';
import { createGate } from '#server/app/gate.ts';
import type { Log } from '#server/app/log.ts';
import type { Clock } from '#server/app/ports.ts';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { findFfmpeg, normaliseClip } from '#server/media/normalise/normalise-clip.ts';
import { openClipFolder } from '#server/media/store/folder-clip-files.ts';
import { openSpool } from '#server/media/store/open-spool.ts';
import { openClipBucket } from '#server/media/store/s3-clip-files.ts';
import { watchSharing } from '#server/media/store/watch-sharing.ts';
import { createClipStore } from '#server/postgres/donations/clip-store.ts';
import { openDataFolder } from '#server/postgres/embedded/cluster-folder.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { listKnown, listLiving } from '#server/postgres/operator/list-processes.ts';
import type { Config } from '#server/settings/config.ts';

/** As many as may be arriving at once wait here; measuring and encoding leave one processor to everything else. */
const waiting = 64;
const running = Math.max(1, availableParallelism() - 1);
/** The page gives up two minutes after it began to send, of which the sending may have taken one. */
const patienceMs = 50_000;

/** What clips are opened with. */
interface ClipSurroundings {
  db: Database;
  clock: Clock;
  signal: AbortSignal;
  /** Of this process among those that share the database. */
  processId: string;
  log: Log;
}

/**
 * Opens all that clips need. `signal` breaks off what is under way outside this process. Throws `DatabaseSetupError` where
 * their folder cannot be used.
 */
export async function openClips(
  { dataDir, clips }: Pick<Config, 'dataDir' | 'clips'>,
  { db, clock, signal, processId, log }: ClipSurroundings,
): Promise<{ ports: ClipPorts; stop(): Promise<void> }> {
  // Every call to ffmpeg and to the store listens to it.
  setMaxListeners(0, signal);
  // Whatever may be wrong with it is said in words; where clips lie elsewhere, they arrive here all the same.
  const folder = await openDataFolder(join(dataDir, 'clips'));
  const files = clips.s3 === null ? await openClipFolder(folder) : await openClipBucket(clips.s3, signal);
  const store = createClipStore(db, clock);
  const spool = await openSpool(join(folder, 'incoming'), processId, await listKnown(db));
  const sharing =
    clips.s3 === null ? watchSharing({ listLiving: () => listLiving(db), spool, folder, log }) : null;
  const stop = async (): Promise<void> => {
    sharing?.stop();
    await spool.remove();
  };
  if (!clips.isOpen) return { ports: { store, files, intake: null }, stop };
  const spoolFolder = spool.folder;
  const meter = createClipMeter();
  const gate = createGate({ running, waiting, patienceMs });
  const ffmpeg = await findFfmpeg();
  const normalise =
    ffmpeg === null
      ? null
      : async (content: ClipContent, gone: AbortSignal) => {
          const either = AbortSignal.any([signal, gone]);
          return await orBusy(
            normaliseClip(ffmpeg, content, { folder: spoolFolder, signal: either }),
            either,
          );
        };
  const { quota, strictQuota } = clips;
  const intake = { meter, normalise, quota, strictQuota, gate, spoolFolder };
  return {
    ports: { store, files, intake },
    async stop() {
      await meter.stop();
      await stop();
    },
  };
}

/** What is broken off is no fault: whoever still waits for it may try again. */
async function orBusy<T>(work: Promise<T>, ending: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (ending.aborted) throw new Problem('busy');
    throw error;
  }
}

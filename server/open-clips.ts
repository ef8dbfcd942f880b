import { setMaxListeners } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Problem } from '#contract/problem.ts';
import type { ClipContent, ClipPorts } from '#server/app/clip-ports.ts';
import { createGate } from '#server/app/gate.ts';
import type { Clock } from '#server/app/ports.ts';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { findFfmpeg, normaliseClip } from '#server/media/normalise/normalise-clip.ts';
import { openClipFolder } from '#server/media/store/folder-clip-files.ts';
import { openClipBucket } from '#server/media/store/s3-clip-files.ts';
import { createClipStore } from '#server/postgres/clip-store.ts';
import type { Database } from '#server/postgres/database.ts';
import type { Config } from './config.ts';

/** As many as may be arriving at once wait here; measuring and encoding leave one processor to everything else. */
const waiting = 64;
const running = Math.max(1, availableParallelism() - 1);
/** The page gives up two minutes after it began to send, of which the sending may have taken one. */
const patienceMs = 50_000;

/** Opens all that clips need. `signal` breaks off what is under way outside this process. */
export async function openClips(
  { dataDir, clips }: Pick<Config, 'dataDir' | 'clips'>,
  { db, clock, signal }: { db: Database; clock: Clock; signal: AbortSignal },
): Promise<{ ports: ClipPorts; stop(): Promise<void> }> {
  // Every call to ffmpeg and to the store listens to it.
  setMaxListeners(0, signal);
  const folder = join(dataDir, 'clips');
  const files = clips.s3 === null ? await openClipFolder(folder) : await openClipBucket(clips.s3, signal);
  const store = createClipStore(db, clock);
  if (!clips.isOpen) return { ports: { store, files, intake: null }, stop: () => Promise.resolve() };
  const spoolFolder = join(folder, 'incoming');
  await emptyFolder(spoolFolder);
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
  return { ports: { store, files, intake }, stop: () => meter.stop() };
}

/** Makes the folder of what is worked on, without what a server that was killed has left there. */
async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
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

import type { ClipPorts } from '#server/app/clip-ports.ts';
import type { Log } from '#server/app/log.ts';
import { startWorker, type Worker } from './work-loop.ts';

const batch = 20;
/** As long as deleting a batch may take; after it another worker goes on. Deleting twice is harmless. */
const leaseMs = 60_000;
const lookEveryMs = 2000;
const sweepEveryMs = 3_600_000;
const sweepBatch = 500;

type Needs = { clips: Pick<ClipPorts, 'store' | 'files'> };

/** Runs what deletes a file; one that cannot be deleted holds no other one back, and its turn comes again. */
function goOn(log: Log) {
  return async (name: string, remove: () => Promise<void>): Promise<void> => {
    try {
      await remove();
    } catch (error) {
      log.warn({ clip: name, error }, 'A clip could not be deleted; it is tried again.');
    }
  };
}

/** Deletes clips whose time is over: first the file, then the mark in its row. Whoever dies in between is repeated. */
export function deleteClips({ clips: { store, files } }: Needs, log: Log): Worker {
  const unlessItFails = goOn(log);
  return startWorker({
    name: 'delete-clips',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => {
      const names = await store.claimExpired(batch, leaseMs);
      for (const name of names) {
        await unlessItFails(name, async () => {
          await files.remove(name);
          await store.markDeleted(name);
        });
      }
      return names.length === batch ? new Date(0) : null;
    },
  });
}

/**
 * Deletes files that no row stands for, at the start and every hour: a row comes before its file, so such a file is
 * of another time, for example from before a back-up was restored.
 */
export function sweepClipFiles({ clips: { store, files } }: Needs, log: Log): Worker {
  const unlessItFails = goOn(log);
  const removeUnknown = async (names: readonly string[]): Promise<void> => {
    for (const name of await store.listUnknown(names)) {
      log.info({ clip: name }, 'A clip that no row stands for is deleted.');
      await unlessItFails(name, () => files.remove(name));
    }
  };
  return startWorker({
    name: 'sweep-clip-files',
    log,
    maxIdleMs: sweepEveryMs,
    step: async () => {
      let names: string[] = [];
      for await (const name of files.list()) {
        names.push(name);
        if (names.length < sweepBatch) continue;
        await removeUnknown(names);
        names = [];
      }
      await removeUnknown(names);
      return null;
    },
  });
}

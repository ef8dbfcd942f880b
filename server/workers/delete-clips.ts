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

/**
 * Deletes one after the other. One that cannot be deleted holds no other one back, and its turn comes again. Throws where
 * none could be: then it is the store that fails.
 */
async function removeEach(
  names: readonly string[],
  log: Log,
  remove: (name: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const name of names) {
    try {
      await remove(name);
    } catch (error) {
      if (errors.push(error) === names.length) throw error;
      log.warn({ clip: name, error }, 'A clip could not be deleted; it is tried again.');
    }
  }
}

/** Deletes clips whose time is over: first the file, then the mark in its row. Whoever dies in between is repeated. */
export function deleteClips({ clips: { store, files } }: Needs, log: Log): Worker {
  return startWorker({
    name: 'delete-clips',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => {
      const names = await store.claimExpired(batch, leaseMs);
      await removeEach(names, log, async (name) => {
        await files.remove(name);
        await store.markDeleted(name);
      });
      return names.length === batch ? new Date(0) : null;
    },
  });
}

/**
 * Deletes files that no row stands for, at the start and every hour: a row comes before its file, so such a file is
 * of another time, for example from before a back-up was restored.
 */
export function sweepClipFiles({ clips: { store, files } }: Needs, log: Log): Worker {
  const removeUnknown = async (names: readonly string[]): Promise<void> => {
    await removeEach(await store.listUnknown(names), log, async (name) => {
      log.info({ clip: name }, 'A clip that no row stands for is deleted.');
      await files.remove(name);
    });
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

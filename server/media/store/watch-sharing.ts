import type { Log } from '#server/app/log.ts';
import type { Spool } from './open-spool.ts';

const everyMs = 60_000;
const firstAfterMs = 5000;
/** A process has its row a moment before its spool. */
const youngMs = 10_000;

/** Who is asked, and where. */
interface Sharing {
  /** The processes on this database. */
  listLiving: () => Promise<readonly { id: string; startedAt: Date }[]>;
  spool: Spool;
  /** Where clips lie, for the operator to read. */
  folder: string;
  log: Log;
}

/**
 * Says in the log, once for each process, when another one on the same database keeps clips elsewhere than in this
 * folder: a clip that one has taken would be missing at the other.
 */
export function watchSharing({ listLiving, spool, folder, log }: Sharing): { stop(): void } {
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    const living = await listLiving();
    const owners = new Set(await spool.listOwners());
    for (const { id, startedAt } of living) {
      const isYoung = Date.now() - startedAt.getTime() < youngMs;
      if (isYoung || owners.has(id) || told.has(id)) continue;
      told.add(id);
      log.error(
        { folder, process: id },
        'Another server on this database does not keep its clips in this folder: clips will be missing. ' +
          'Give all of them the same CLIPS_S3_BUCKET, or one folder that they share as DATA_DIR.',
      );
    }
  };
  const attempt = (): void =>
    void look().catch((error: unknown) =>
      log.warn({ error }, 'Whether servers share their clips could not be looked at.'),
    );
  const first = setTimeout(attempt, firstAfterMs);
  const timer = setInterval(attempt, everyMs);
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

import type { Database } from '#server/postgres/connection/database.ts';
import { findInstallation } from '#server/postgres/operator/installation.ts';
import { listKeyMarks } from '#server/postgres/accounts/key-progress.ts';
import { type NotedSeed, writeKeyMarks } from '#server/solana/key-epoch.ts';

const everyMs = 60_000;

/**
 * Keeps noted beside the seed how far the addresses went, every minute and when the server stops: should the
 * database be lost, `brava recover` then knows how far to look. Writing fails aloud and harms nothing else.
 */
export async function keepKeyMarks(
  db: Database,
  { seed, keyEpoch, onError }: { seed: NotedSeed; keyEpoch: number; onError: (error: Error) => void },
): Promise<{ stop(): Promise<void> }> {
  let written = '';
  const write = async (): Promise<void> => {
    const marks = await listKeyMarks(db);
    const text = JSON.stringify(marks);
    if (text === written) return;
    // Asked for afterwards: those of restored books, which may have forgotten some, are no marks of the epoch before.
    if ((await findInstallation(db))?.keyEpoch !== keyEpoch) return;
    await writeKeyMarks(seed, keyEpoch, marks);
    written = text;
  };
  const attempt = (): Promise<void> => write().catch((error: unknown) => onError(error as Error));
  await attempt();
  const timer = setInterval(() => void attempt(), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await attempt();
    },
  };
}

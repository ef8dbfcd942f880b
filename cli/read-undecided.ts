import type { RecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import { readOn } from './read-on.ts';
import { withPatience } from './with-patience.ts';

/** What reading the donations has brought. */
export interface ReadUndecided {
  /** Of so many the chain knew more than the books. */
  learnt: number;
  /** So many were not read, because there are too many. */
  unread: number;
}

/** Each costs two calls, four where it is paid in a token, and a public node answers four a second of each kind. */
const mostRead = 2000;
const sideBySide = 4;

/**
 * Reads the history of the donations that are open by the books or have a transfer of SOL on its way. Of these a balance
 * does not tell what came since, where the books are older than the chain: what was paid and passed on left nothing there,
 * and a transfer that has landed tells of itself alone.
 */
export async function readUndecided(
  ports: LedgerPorts,
  store: RecoveryStore,
  onProgress: (done: number, all: number) => void,
): Promise<ReadUndecided> {
  const { ids, count } = await store.listUndecided(mostRead);
  const queue = ids.values();
  let done = 0;
  let learnt = 0;
  const work = async (): Promise<void> => {
    for (const id of queue) {
      const donation = await ports.donations.find(id);
      if (donation !== null) {
        const { lacked, underWay } = await withPatience(() => readOn(ports, donation));
        if (lacked + underWay > 0) learnt += 1;
      }
      onProgress((done += 1), ids.length);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return { learnt, unread: count - ids.length };
}

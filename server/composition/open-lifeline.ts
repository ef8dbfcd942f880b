import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createSeverableSockets } from '#server/postgres/connection/severable-sockets.ts';

const patienceMs = 2000;

/**
 * Opens the one connection on which a process says that it lives: no other work, however much of it there is, makes
 * it late. `cut` breaks it off, so that the next query makes a new one.
 */
export function openLifeline(
  connectionString: string,
  onError: (error: Error) => void,
): { db: Database; cut: () => void } {
  const sockets = createSeverableSockets();
  const db = openDatabase(connectionString, {
    maxConnections: 1,
    onError,
    sockets,
    patienceMs,
    isVolatile: true,
  });
  return { db, cut: () => sockets.cut() };
}

import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { findPgBinaries } from './pg-binaries.ts';

/**
 * Run once after the packages were installed: makes the built-in PostgreSQL runnable, since a server may run as a user who
 * can write nothing here. Where there is none for this platform, a server that needs it says so.
 */
await findPgBinaries().catch((error: unknown) => {
  if (!(error instanceof DatabaseSetupError)) throw error;
});

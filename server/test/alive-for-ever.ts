import { sql } from 'kysely';

/** When a process of a test was seen that sends no heartbeat: it lives however long the test takes. */
export const aliveForEver = sql<Date>`'infinity'`;

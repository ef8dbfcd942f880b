import type { Database } from '#server/postgres/connection/database.ts';
import { findUnsearchedSince } from '#server/postgres/operator/installation.ts';
import { problem, type Finding } from './finding.ts';

/** Whether a restore ended before it had looked for the money that came after its back-up. */
export async function checkSearched(db: Database): Promise<Finding[]> {
  const since = await findUnsearchedSince(db);
  if (since === null) return [];
  return [
    problem(
      `A back-up of ${since.toISOString()} was restored, and money that came after it has not been looked for to the end`,
      'Stop the server, then run: npm run brava -- recover (not where this is a drill beside the real server).',
    ),
  ];
}

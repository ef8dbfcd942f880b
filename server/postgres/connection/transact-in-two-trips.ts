import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type { Database } from './database.ts';
import { planOnce, type Results, type Statement } from './run-together.ts';

/**
 * One plan for any number of rows, and by indexes for tables of any size: while few come at a time, planning anew would cost
 * more than it brings, and a plan that was made while a table was small goes through all of it.
 */
const begin = CompiledQuery.raw(
  `begin; ${planOnce.sql}; set local enable_seqscan to off; ` +
    'set local enable_hashjoin to off; set local enable_mergejoin to off',
);
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

/** What a transaction of two round trips does. */
interface TwoTrips<First extends readonly Statement[], Last extends readonly Statement[]> {
  /**
   * Sent together with the begin, once there is a connection. They must do no harm outside a transaction: read and
   * lock, nothing else.
   */
  first: () => First;
  /** What to write, sent together with the commit; null: nothing, and the transaction is rolled back. */
  last: (results: Results<First>) => Promise<Last | null>;
  /** Called when everything was written and only the commit may fail: from here on it may have happened. */
  onWritten: () => void;
}

/**
 * Runs a transaction that reads, decides and writes, in two round trips. Returns after the commit what the last
 * statements gave, or null. Throws what the first statement throws that fails; until `onWritten` was called, an error
 * of PostgreSQL's means that nothing was written.
 */
export async function transactInTwoTrips<
  const First extends readonly Statement[],
  const Last extends readonly Statement[],
>(db: Database, { first, last, onWritten }: TwoTrips<First, Last>): Promise<Results<Last> | null> {
  return await db.getExecutor().provideConnection(async (connection) => {
    try {
      const [, ...results] = await sendAll(connection, [begin, ...first()]);
      // One result for each statement, with the rows that it was compiled for.
      const statements = await last(results as unknown as Results<First>);
      if (statements === null) {
        await connection.executeQuery(rollback);
        return null;
      }
      const writing = sendAll(connection, statements);
      const committing = connection.executeQuery(commit);
      const [written] = await Promise.all([writing, writing.then(onWritten), committing]);
      return written as unknown as Results<Last>;
    } catch (error) {
      // Where that fails too, the connection is given up (`hinting-dialect.ts`); what counts is the first error.
      await connection.executeQuery(rollback).catch(() => undefined);
      throw error;
    }
  });
}

async function sendAll(connection: DatabaseConnection, statements: readonly Statement[]) {
  return await Promise.all(
    statements.map(async (statement) =>
      statement === null ? null : await connection.executeQuery(statement),
    ),
  );
}

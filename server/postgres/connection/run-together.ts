import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { Database, Trx } from './database.ts';

/** A statement; null: there is none to run at this place. */
export type Statement = CompiledQuery | null;

/**
 * For transactions that find their rows by keys or by when they are due, whatever the values are: each connection plans their
 * statements once, where planning anew took longer than half of them themselves. Lasts until the transaction ends.
 */
export const planOnce = CompiledQuery.raw('set local plan_cache_mode to force_generic_plan');

/** What came of each statement, in their order; null where there was none. */
export type Results<Statements extends readonly Statement[]> = {
  -readonly [Place in keyof Statements]: ResultOf<Statements[Place]>;
};

type ResultOf<One> = One extends CompiledQuery<infer Row> ? QueryResult<Row> : null;

/**
 * Runs statements that do not need each other's answers on one connection: they are sent together and run in their
 * order, each of them seeing what was committed by then and what the ones before it did. That is one round trip for all
 * of them. Throws what the first of them throws that fails; in a transaction nothing of the others counts then.
 */
export async function runTogether<const Statements extends readonly Statement[]>(
  db: Database | Trx,
  statements: Statements,
): Promise<Results<Statements>> {
  const results = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all(
        statements.map(async (statement) =>
          statement === null ? null : await connection.executeQuery(statement),
        ),
      ),
    );
  // One result for each statement, with the rows that it was compiled for.
  return results as unknown as Results<Statements>;
}

/** A connection that sends statements of an open transaction and tells of their failure with whatever comes behind them. */
export interface SendingConnection extends DatabaseConnection {
  sendAhead(query: CompiledQuery): void;
}

/**
 * Sends statements whose answers nobody needs, in their order, and does not wait for them: what follows on the
 * transaction comes behind them and sees what they did. Where one fails, the next statement or the commit throws its error.
 */
export async function sendAhead(trx: Trx, statements: readonly Statement[]): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    // Ours are all of this kind (`hinting-dialect.ts`).
    const sending = connection as SendingConnection;
    for (const statement of statements) if (statement !== null) sending.sendAhead(statement);
  });
}

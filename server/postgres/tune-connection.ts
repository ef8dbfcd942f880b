import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { frequentStatements } from './frequent-statements.ts';

/** `pg` has it and does not say so in its types. */
interface Connected {
  connection?: { stream: Pick<Socket, 'cork' | 'uncork'> };
}

/**
 * Has a connection prepare the statements that come often (`frequent-statements.ts`), once each.
 *
 * What is sent within one turn leaves in one write: for statements that are sent together that is one wake-up of
 * PostgreSQL and not one for each.
 */
export function tuneConnection(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const stream = (client as Connected).connection?.stream;
  let isCorked = false;
  const holdBack = (): void => {
    if (stream === undefined || isCorked) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
  const queryNamed = (text: unknown, ...rest: unknown[]): unknown => {
    holdBack();
    const [values, ...others] = rest;
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? frequentStatements.nameOf(text)
        : undefined;
    return name === undefined ? query(text, ...rest) : query({ name, text, values }, ...others);
  };
  client.query = queryNamed as typeof client.query;
}

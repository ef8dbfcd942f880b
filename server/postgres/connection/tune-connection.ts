import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { frequentStatements } from './frequent-statements.ts';
import { sayAway } from './say-away.ts';

/** `pg` has it and does not say so in its types. */
interface Connected {
  connection?: { stream: Pick<Socket, 'cork' | 'uncork'> };
}

/**
 * Has a connection prepare the statements that come often (`frequent-statements.ts`), once each, and gives a code to
 * what fails without one (`say-away.ts`).
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
    const answer = name === undefined ? query(text, ...rest) : query({ name, text, values }, ...others);
    return answer instanceof Promise ? answer.catch((error: Error) => sayAway(error, '08006')) : answer;
  };
  client.query = queryNamed as typeof client.query;
}

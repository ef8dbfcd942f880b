import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** What a statement begins with that each connection prepares once. */
const named = /^\s*\/\* prepared: (\w+) \*\//;

/** `pg` has it and does not say so in its types. */
interface Connected {
  connection?: { stream: Pick<Socket, 'cork' | 'uncork'> };
}

/**
 * Has a connection prepare statements whose text begins with a comment `prepared: name`, and keep them under that name:
 * PostgreSQL then reads and plans them once for each connection, and not each time. For statements that run with nearly
 * every donation, of one fixed text each.
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
    const name = typeof text === 'string' ? named.exec(text)?.[1] : undefined;
    if (name === undefined) return query(text, ...rest);
    const [values, ...others] = rest;
    return query({ name, text, values }, ...others);
  };
  client.query = queryNamed as typeof client.query;
}

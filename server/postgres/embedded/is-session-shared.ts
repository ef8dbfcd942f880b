import type { ClientBase } from 'pg';

type Asked = Pick<ClientBase, 'query'>;

/**
 * Whether two connections that are both open get their sessions from a pooler anew for each transaction: then `LISTEN`,
 * prepared statements and session locks are lost, and what one connection sets holds for others. `synchronous_commit` is
 * off on one of ours (`open-lifeline.ts`).
 *
 * They are asked in turn, so that what the first gave back is there for the second. While others use the same pool it
 * may be missed; of connections with sessions of their own it is never said.
 */
export async function isSessionShared([first, second]: readonly [Asked, Asked]): Promise<boolean> {
  const before = await askBackend(first);
  return (await askBackend(second)) === before || (await askBackend(first)) !== before;
}

async function askBackend(client: Asked): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

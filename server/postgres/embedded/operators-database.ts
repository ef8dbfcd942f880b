import { type Client, DatabaseError } from 'pg';
import { createClient } from '#server/postgres/connection/with-client.ts';
import { assertDurable } from './durability.ts';
import { isSessionShared } from './is-session-shared.ts';

const connectTimeoutMs = 10_000;
/** A pooler takes every connection, and lets the first question wait until one to PostgreSQL is free. */
const usualAnswerMs = 10_000;
/** So many a start holds at once: one of its pool, one that migrates, and the three besides. */
const leastConnections = 5;
/** All connections are taken, or those that this user or database may have. */
const tooManyConnections = '53300';
/** `cannot_connect_now`, and an end that somebody asked for. */
const startsOrEnds = ['57P03', '57P01'];

/**
 * Checks the operator's own PostgreSQL before anything is built on it.
 *
 * Throws with a sentence for the operator when it cannot be reached, gives fewer connections than a start needs, is too old,
 * may lose acknowledged commits, or lies behind a pooler that gives each transaction another session.
 */
export async function checkOperatorsDatabase(
  connectionString: string,
  { answerWithinMs = usualAnswerMs } = {},
): Promise<void> {
  const config = {
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerWithinMs,
  };
  const clients = Array.from({ length: leastConnections }, () => createClient(config));
  const [client, second] = clients as [Client, Client];
  try {
    for (const [index, each] of clients.entries()) {
      await each.connect().catch(refuse);
      await each.query('select').catch((cause: unknown) => refuseSilent(index, cause));
    }
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < 150_000) {
      throw new Error('The database of DATABASE_URL is too old: Brava needs PostgreSQL 15 or later.');
    }
    // First: what `assertDurable` finds there may have been set by the connection of somebody else.
    if (await isSessionShared([client, second])) {
      throw new Error(
        'DATABASE_URL leads to a pooler that gives each transaction another session: Brava would hear of no news there, ' +
          'and money records might not be on the disk. Have it pool whole sessions (PgBouncer: pool_mode = session), ' +
          'or name PostgreSQL itself.',
      );
    }
    await assertDurable(client);
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

function refuse(cause: unknown): never {
  throw new Error(sayWhyNot(cause), { cause });
}

function refuseSilent(answering: number, cause: unknown): never {
  if (answering === 0) refuse(cause);
  throw new Error(
    `The database of DATABASE_URL answers on ${answering} of ${leastConnections} connections that a start needs. Where a ` +
      'pooler lies before it, raise how many it gives (PgBouncer: default_pool_size): each server takes ' +
      'DATABASE_CONNECTIONS and three more.',
    { cause },
  );
}

function sayWhyNot(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return cause instanceof DatabaseError && cause.code === tooManyConnections
    ? `The database of DATABASE_URL gives no more connections (${reason}). Raise what it allows (max_connections), or ` +
        'lower DATABASE_CONNECTIONS: each server takes as many and three more.'
    : `The database of DATABASE_URL cannot be reached: ${reason}. ${sayWhatToDo(cause)}`;
}

/** What answers as PostgreSQL runs, and refuses whom or what the address names, unless it starts or ends just now. */
function sayWhatToDo(cause: unknown): string {
  if (!(cause instanceof DatabaseError)) return 'Does it run, and is the address right?';
  return startsOrEnds.includes(cause.code ?? '')
    ? 'Wait until it runs.'
    : 'Are user, password and database in the address right?';
}

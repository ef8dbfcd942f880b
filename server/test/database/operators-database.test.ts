import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isSessionShared } from '#server/postgres/embedded/is-session-shared.ts';
import { checkOperatorsDatabase } from '#server/postgres/embedded/operators-database.ts';
import { createTestDatabase } from '#server/test/database.ts';

test('a database that gives no more connections is told as that, with what to do', async () => {
  const place = await createTestDatabase();
  onTestFinished(() => place.drop());
  const { connectionString } = place;
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`alter database ${client.escapeIdentifier(client.database ?? '')} connection limit 1`);
  await expect(checkOperatorsDatabase(connectionString)).rejects.toThrow(
    /gives no more connections \(too many connections for database .*DATABASE_CONNECTIONS/,
  );
  await client.end();
});

test('a database that is not there, and a server that does not run, are told apart by what to do', async () => {
  const place = await createTestDatabase();
  await place.drop();
  await expect(checkOperatorsDatabase(place.connectionString)).rejects.toThrow(
    /cannot be reached: database .* does not exist\. Are user, password and database in the address right\?/,
  );
  await expect(checkOperatorsDatabase('postgresql://brava:x@127.0.0.1:1/brava')).rejects.toThrow(
    'cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Does it run, and is the address right?',
  );
});

test('a pooler that lets connections wait is told with what it gives and what to do, not waited for', async () => {
  const messages = { startup: 0x00, query: 0x51 };
  const letIn = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const answer = Buffer.from('C\0\0\0\x0dSELECT 0\0Z\0\0\0\x05I', 'latin1');
  let connections = 0;
  const pooler = createServer((socket) => {
    connections += 1;
    const isServed = connections <= 3;
    socket.on('error', () => {});
    socket.on('data', ([message]) => {
      if (message === messages.startup) socket.write(letIn);
      if (message === messages.query && isServed) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void pooler.close());
  await once(pooler, 'listening');
  const { port } = pooler.address() as AddressInfo;
  const checked = checkOperatorsDatabase(`postgresql://brava:x@127.0.0.1:${port}/brava`, {
    answerWithinMs: 200,
  });
  await expect(checked).rejects.toThrow(/answers on 3 of 5 connections .*default_pool_size.*three more/);
});

test('connections that get another session for each transaction are told from those that keep theirs', async () => {
  const place = await createTestDatabase();
  const { connectionString } = place;
  const sessions = await Promise.all(
    [0, 1, 2].map(async () => {
      const session = new Client({ connectionString });
      await session.connect();
      return session;
    }),
  );
  onTestFinished(async () => {
    await Promise.all(sessions.map((session) => session.end()));
    await place.drop();
  });
  const [first, second] = sessions as [Client, Client];
  expect(await isSessionShared([first, second])).toBe(false);
  // The last one that was given back comes first, as with PgBouncer by default; or all of them come in turn.
  for (const isInTurn of [false, true]) {
    const idle = [...sessions];
    const lend = (async (text: string) => {
      const session = idle.shift() as Client;
      const answer = await session.query(text);
      if (isInTurn) idle.push(session);
      else idle.unshift(session);
      return answer;
    }) as Client['query'];
    expect(await isSessionShared([{ query: lend }, { query: lend }])).toBe(true);
  }
});

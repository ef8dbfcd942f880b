import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isSessionShared } from '#server/postgres/is-session-shared.ts';
import { checkOperatorsDatabase } from '#server/postgres/operators-database.ts';
import { createTestDatabase } from './database.ts';

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

import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
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

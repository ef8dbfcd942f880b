/*
 * A server process for the tests to kill: starts the database in the folder that its argument names, then
 * writes rows without end and says each number once its commit was acknowledged.
 */
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';

const { connectionString } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
const client = new Client({ connectionString });
await client.connect();
await client.query('DROP TABLE IF EXISTS rows; CREATE TABLE rows (number integer PRIMARY KEY)');
for (let number = 1; ; number += 1) {
  await client.query('INSERT INTO rows VALUES ($1)', [number]);
  // Unlike console.log this ends us when nobody reads any more.
  process.stdout.write(`${number}\n`);
}

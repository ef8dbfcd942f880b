import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findPostgresTool } from './postgres-tools.ts';
import type { BenchServer } from './start-server.ts';

const run = promisify(execFile);
const database = 'bench';
const table = `create table rows (
  id bigint generated always as identity primary key, donator_name text not null, message text not null,
  address text not null unique, created_at timestamptz not null default now())`;
const insert = `\\set n random(1, 9000000000000000000)
insert into rows (donator_name, message, address)
  values ('Bench', 'Good luck with the next level!', 'address-' || :client_id::int || '-' || :n::bigint);
`;

/**
 * Makes a database of its own on the server's cluster, with one table like ours, and gives the function that has pgbench
 * insert single rows into it, each in its own transaction, prepared, over so many connections: the rows a second.
 * Throws where pgbench is not installed.
 */
export async function openInserts(
  { databaseUrl }: BenchServer,
  cleanUp: AsyncDisposableStack,
): Promise<(clients: number, seconds: number) => Promise<number>> {
  const pgbench = await findPostgresTool('pgbench');
  if (pgbench === null) throw new Error('pgbench is not installed: npm run bench installs it where it may.');
  await execute(databaseUrl('brava'), `create database ${database}`);
  await execute(databaseUrl(database), table);
  const folder = await mkdtemp(join(tmpdir(), 'brava-pgbench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  const script = join(folder, 'insert.sql');
  await writeFile(script, insert);
  return async (clients, seconds) => {
    const options = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--time=${seconds}`];
    const { stdout } = await run(pgbench, [...options, `--file=${script}`, databaseUrl(database)]);
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (rate === undefined) throw new Error(`pgbench told no rate:\n${stdout}`);
    return Number(rate);
  };
}

async function execute(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

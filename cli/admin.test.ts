import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { readConfig } from '#server/settings/config.ts';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { admin } from './admin.ts';
import type { Terminal } from './terminal.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
  const store = createStreamerStore(db, { now: () => new Date() });
  for (const [index, username] of ['ann', 'Bob'].entries())
    await store.create({
      username,
      passwordHash: 'none',
      walletAddress: `wallet-${index}`,
      keyPath: { user: index + 1, epoch: 0, index: 0 },
      donationCode: `code-${index}`,
      widgetCode: `widget-${index}`,
      timeZone: 'UTC',
    });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const terminal = { print: (line: string) => void lines.push(line) } as Partial<Terminal> as Terminal;
  await using cleanUp = new AsyncDisposableStack();
  const config = readConfig({ DATABASE_URL: database.connectionString });
  const positionals = args.filter((arg) => arg !== '--last');
  await admin.run({ config, terminal, cleanUp }, { positionals, values: { last: args.includes('--last') } });
  return lines.join('\n');
}

test('the role is given, listed and taken away, each written down once; the last one stays unless that is wanted', async () => {
  expect(await run('list')).toContain('Nobody has the role yet');
  expect(await run('grant', 'ANN')).toMatch(/is an operator now: http:.*\/admin$/);
  expect(await run('grant', 'ann')).toContain('already');
  expect(await run('list')).toMatch(/^ {2}ann +since 20\d\d-.*Z\n1 operator\.$/);
  await expect(run('revoke', 'ann')).rejects.toThrow(/only operator/);
  await run('grant', 'Bob');
  expect(await run('revoke', 'ann')).toBe('ann is no operator any more.');
  expect(await run('revoke', 'bob', '--last')).toBe('bob is no operator any more.');
  const { rows } = await sql<{ action: string }>`
    select action from audit where action like 'operator%' order by id`.execute(db);
  expect(rows.map(({ action }) => action)).toEqual([
    'operator_grant',
    'operator_grant',
    'operator_revoke',
    'operator_revoke',
  ]);
});

test('what is typed wrong, or nobody’s name, changes nothing', async () => {
  const mistyped = [
    [],
    ['list', 'ann'],
    ['list', '--last'],
    ['grant'],
    ['grant', 'ann', '--last'],
    ['grant', 'ann', 'Bob'],
    ['promote', 'ann'],
  ];
  for (const args of mistyped) await expect(run(...args)).rejects.toThrow(/See --help/);
  await expect(run('grant', 'nobody')).rejects.toThrow(/no account "nobody"/);
  expect(await run('list')).toContain('Nobody has the role yet');
});

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswordHasher } from '#server/app/accounts/password-hasher.ts';
import { readConfig } from '#server/settings/config.ts';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import type { Terminal } from './terminal.ts';
import { user } from './user.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
  for (const [number, username] of ['ann', 'recovered-0-2', 'Bob'].entries())
    await signUp(number + 1, username);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** An account that is signed in. */
async function signUp(number: number, username: string): Promise<void> {
  const account = {
    username,
    passwordHash: 'none',
    walletAddress: `wallet-${number}`,
    keyPath: { user: number, epoch: 0, index: 0 },
    donationCode: `code-${number}`,
    widgetCode: randomBytes(11).toString('hex'),
    timeZone: 'UTC',
  };
  const store = createStreamerStore(db, { now: () => new Date() });
  const tokenHash = createHash('sha256').update(username).digest();
  await store.create(account, {
    session: { tokenHash, device: null },
    recoveryCodeHash: tokenHash,
    nameHash: tokenHash,
  });
}

/** Runs the command at a terminal where somebody types `typed` when asked; null: where nobody is. */
async function run(
  args: string[],
  typed: string | null = null,
  values: Record<string, boolean> = {},
): Promise<string> {
  const lines: string[] = [];
  const terminal: Terminal = {
    print: (line) => void lines.push(line),
    tell: (line) => void lines.push(line),
    progress: () => {},
    isInteractive: typed !== null,
    isTyped: typed !== null,
    askSecret: () => Promise.reject(new Error('No secret is asked for.')),
    confirm: async (_question, word) => word === typed,
    readInput: () => Promise.reject(new Error('Nothing is read.')),
  };
  await using cleanUp = new AsyncDisposableStack();
  const config = readConfig({ DATABASE_URL: database.connectionString });
  await user.run({ config, terminal, cleanUp }, { positionals: args, values });
  return lines.join('\n');
}

const listSessions = async (): Promise<string[]> => {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('username')
    .orderBy('username')
    .execute();
  return rows.map(({ username }) => username);
};
const hashOf = async (username: string): Promise<string> => {
  const query = db.selectFrom('users').select('password_hash').where('username', '=', username);
  return (await query.executeTakeFirstOrThrow()).password_hash;
};

test('a reset shows a password that then opens the account, ends its ways in and nobody else’s, and is audited', async () => {
  const shown = await run(['reset', 'ANN'], 'reset');
  const password = /New password of ann: {2}(\S+)/.exec(shown)?.[1] ?? '';
  expect(password).toMatch(/^(?:[a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(shown).toContain('1 session ended');
  expect(await createPasswordHasher().verify(password, await hashOf('ann'))).toBe(true);
  expect(await listSessions()).toEqual(['Bob', 'recovered-0-2']);
  const { rows: codes } = await sql<{ username: string }>`
    select username from account_recovery join users on users.id = user_id order by 1`.execute(db);
  expect(codes.map(({ username }) => username)).toEqual(['Bob', 'recovered-0-2']);
  const { rows: audit } = await sql`
    select username, action from audit join users on users.id = user_id where action like 'operator%'`.execute(
    db,
  );
  expect(audit).toEqual([{ username: 'ann', action: 'operator_reset_password' }]);
  const { rows: told } = await sql<{ room: string }>`select room from events where name = 'error'`.execute(
    db,
  );
  expect(told.map(({ room }) => room)).toEqual([expect.stringMatching(/^session:/)]);
});

test('without a terminal, or without a yes, a password stays as it is', async () => {
  await expect(run(['reset', 'Bob'])).rejects.toThrow(/on a terminal only/);
  await expect(run(['reset', 'Bob'], 'no')).rejects.toThrow(/Nothing was changed/);
  await expect(run(['reset', 'nobody'], 'reset')).rejects.toThrow(/no account "nobody"/);
  expect(await hashOf('Bob')).toBe('none');
});

test('a recovered account is found by its wallet and gets its name back, unless somebody has it', async () => {
  expect(await run(['list', 'WALLET-2'])).toMatch(/^ {2}recovered-0-2 +wallet-2 +0 donations\n1 account\.$/);
  await expect(run(['rename', 'recovered-0-2', 'bOB'])).rejects.toThrow(/an account "bOB" already/);
  await expect(run(['rename', 'recovered-0-2', 'no spaces'])).rejects.toThrow(/can only contain/);
  await expect(run(['rename', 'Bob', 'Bob'])).rejects.toThrow(
    '"Bob" is its name already. Nothing was changed.',
  );
  expect(await run(['rename', 'recovered-0-2', 'Carla'])).toBe('recovered-0-2 is now Carla.');
  expect(await run(['list'])).toMatch(/ann .*\n.*Bob .*\n.*Carla .*\n3 accounts\.$/);
});

test('one that has another key number is found by the wallet that it was recovered for, and nobody by a chosen address', async () => {
  await signUp(4, 'recovered-0-3');
  await sql`
    with paid as (
      update users set payout_address = 'wallet-Of-Old' where username in ('recovered-0-3', 'Bob') returning *
    )
    insert into recovered_wallets (key_epoch, key_user, user_id)
    select 0, 3, id from paid where username = 'recovered-0-3'`.execute(db);
  expect(await run(['list', 'wallet-of-old'])).toMatch(
    /^ {2}recovered-0-3 +wallet-4 +0 donations, passed on to wallet-Of-Old\n1 account\.$/,
  );
});

test('two-step protection is turned off by the operator, with its recovery codes, and nothing else changes', async () => {
  const bob = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'Bob')
    .executeTakeFirstOrThrow();
  const [confirmed_at, factor_proven_at] = [new Date(), new Date()];
  await db.insertInto('second_factors').values({ user_id: bob.id, confirmed_at, last_step: 1n }).execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id: bob.id, code_hash: randomBytes(32) })
    .execute();
  await db.updateTable('sessions').set({ factor_proven_at }).where('user_id', '=', bob.id).execute();
  const reset = (typed: string | null) => run(['reset', 'Bob'], typed, { 'second-factor': true });
  await expect(reset('no')).rejects.toThrow(/^Nothing was changed\.$/);
  await expect(reset(null)).rejects.toThrow(/on a terminal only/);
  await expect(run(['rename', 'Bob', 'Rob'], 'reset', { 'second-factor': true })).rejects.toThrow(
    /reset NAME/,
  );
  expect(await reset('reset')).toMatch(/^Two-step protection of Bob is off/);
  expect(await reset('reset')).toBe('Two-step protection of Bob was not on.');
  for (const table of ['second_factors', 'recovery_codes'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const sessions = db.selectFrom('sessions').select('factor_proven_at').where('user_id', '=', bob.id);
  expect(await sessions.execute()).toEqual([{ factor_proven_at: null }]);
  expect(await hashOf('Bob')).toBe('none');
  const audit = db.selectFrom('audit').select('action').where('user_id', '=', bob.id);
  expect((await audit.execute()).map(({ action }) => action)).toEqual([
    'register',
    'operator_reset_second_factor',
  ]);
});

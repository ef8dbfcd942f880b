import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { rooms } from '#server/app/rooms.ts';
import { deleteEndedSessions } from '#server/postgres/accounts/session-store.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

const http = forFile(openHttp);

/** Sessions of an account that began and were last used one minute apart, the first one longest ago; their hashes. */
async function plantSessions(userId: string, count: number): Promise<Uint8Array[]> {
  const { rows } = await sql<{ hash: Uint8Array }>`
    insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
    select sha256((${userId} || n)::bytea), ${userId}, at, at, now() + interval '1 day'
    from (select n, now() - interval '1 day' + n * interval '1 minute' as at from generate_series(1, ${count}::int) n) t
    order by n returning token_hash as hash`.execute(http.db);
  return rows.map(({ hash }) => hash);
}

async function hashesOf(userId: string): Promise<Set<string>> {
  const rows = await http.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ token_hash }) => rooms.session(token_hash)));
}

async function cutOff(): Promise<{ room: string; name: string; body: unknown }[]> {
  return await http.db.selectFrom('events').select(['room', 'name', 'body']).orderBy('seq').execute();
}

async function signIn(username: string): Promise<string> {
  const reply = await http.call('POST', '/auth/login', { username, password: 'secret1' });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ token: string }>().token;
}

test('however many sessions end at once, their sockets are told in a handful of statements', async () => {
  const { token, user } = await http.signUp('many-1');
  const planted = await plantSessions(user.id, 500);
  const statements = vi.spyOn(Client.prototype, 'query');
  const reply = await http.call('POST', '/account/sessions/end-others', undefined, token);
  expect(reply.json()).toEqual({ ended: 500 });
  expect(statements.mock.calls.length).toBeLessThan(15);
  const events = await cutOff();
  expect(new Set(events.map(({ room }) => room))).toEqual(new Set(planted.map(rooms.session)));
  expect(events).toHaveLength(500);
  const told = { name: 'error', body: { code: 'unauthorized', message: expect.any(String) } };
  for (const event of events) expect(event).toMatchObject(told);
});

test('an account has a hundred sessions at most: a sign-in ends those that were used longest ago', async () => {
  const [{ user }, stranger] = [await http.signUp('many-2'), await http.signUp('many-3')];
  const planted = (await plantSessions(user.id, 102)).map(rooms.session);
  const theirs = (await plantSessions(stranger.user.id, 120)).length + 1;
  await http.db.deleteFrom('events').execute();
  const token = await signIn('many-2');
  const left = await hashesOf(user.id);
  expect(left.size).toBe(100);
  const ended = planted.filter((room) => !left.has(room));
  // With the one of the registration and the new one there were 104.
  expect(ended).toEqual(planted.slice(0, 4));
  expect((await cutOff()).map(({ room }) => room).toSorted()).toEqual(ended.toSorted());
  expect((await http.call('GET', '/users/me', undefined, token)).statusCode).toBe(200);
  expect((await hashesOf(stranger.user.id)).size).toBe(theirs);
});

test('the cap holds for sign-ins that come at once, and each of them is signed in', async () => {
  const { user } = await http.signUp('many-4');
  await plantSessions(user.id, 99);
  const tokens = await Promise.all(Array.from({ length: 6 }, () => signIn('many-4')));
  expect((await hashesOf(user.id)).size).toBe(100);
  for (const token of tokens)
    expect((await http.call('GET', '/users/me', undefined, token)).statusCode).toBe(200);
});

test('sessions past their end are deleted in parts, and the socket of each is told', async () => {
  const { user, token } = await http.signUp('many-ended');
  await http.db.deleteFrom('sessions').where('user_id', '!=', user.id).execute();
  const planted = (await plantSessions(user.id, 1200)).map(rooms.session);
  await http.db.deleteFrom('events').execute();
  await deleteEndedSessions(http.db, new Date(Date.now() + 2 * 24 * 3_600_000));
  expect(
    (await http.call('GET', '/account/sessions', undefined, token)).json<{ data: unknown[] }>().data,
  ).toHaveLength(1);
  const { rows } = await sql<{ rooms: string[] }>`
    select array_agg(room) as rooms from events where name = 'error' group by xid order by min(seq)`.execute(
    http.db,
  );
  expect(rows.map((part) => part.rooms.length)).toEqual([500, 500, 200]);
  expect(rows.flatMap((part) => part.rooms).toSorted()).toEqual(planted.toSorted());
});

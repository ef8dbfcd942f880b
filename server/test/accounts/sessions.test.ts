import { describe, expect, it } from 'vitest';
import type { ListedSession } from '#contract/account-routes.ts';
import { absoluteEndMs, idleEndMs, seenWrittenEveryMs } from '#server/postgres/accounts/session-store.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

const http = forFile(openHttp);

const password = 'secret1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function signIn(username: string, userAgent?: string, typed = password): Promise<string> {
  const reply = await http.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { ...(userAgent !== undefined && { 'user-agent': userAgent }) },
    payload: { username, password: typed },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ token: string }>().token;
}

async function sessionsOf(token: string): Promise<ListedSession[]> {
  const reply = await http.call('GET', '/account/sessions', undefined, token);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: ListedSession[] }>().data;
}

async function statusOf(token: string): Promise<number> {
  return (await http.call('GET', '/users/me', undefined, token)).statusCode;
}

async function auditOf(userId: string): Promise<string[]> {
  const rows = await http.db
    .selectFrom('audit')
    .select('action')
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return rows.map(({ action }) => action);
}

const currentId = async (token: string) => (await sessionsOf(token)).find((one) => one.isCurrent)?.id ?? '';
const end = (id: string, token: string) => http.call('POST', `/account/sessions/${id}/end`, undefined, token);
const change = (token: string, currentPassword: string, newPassword: string) =>
  http.call('PUT', '/account/password', { currentPassword, newPassword }, token);

describe('the list of sessions', () => {
  it('names devices in words, marks the one that asks, and holds neither token, hash nor header', async () => {
    await http.signUp('list-1');
    const [one, two] = [await signIn('list-1', firefox), await signIn('list-1')];
    const reply = await http.call('GET', '/account/sessions', undefined, one);
    const { data } = reply.json<{ data: ListedSession[] }>();
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: 'Firefox on Linux',
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      endsAt: expect.any(String),
      isCurrent: true,
    });
    expect(data.slice(1).map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      [null, false],
      [null, false],
    ]);
    const rows = await http.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('Gecko');
    for (const { token_hash } of rows) {
      const hash = Buffer.from(token_hash);
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(reply.body).not.toContain(hash.toString(form));
    }
    for (const token of [one, two]) expect(reply.body).not.toContain(token);
  });

  it('says when each was last used, written down every five minutes at most, the one used last first', async () => {
    const first = await http.signUp('list-2');
    const [older, newer] = [await signIn('list-2'), await signIn('list-2')];
    const oldest = await currentId(first.token);
    const seenAt = async (id: string) => {
      const query = http.db.selectFrom('sessions').select('seen_at').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).seen_at.getTime();
    };
    const atFirst = await seenAt(oldest);
    http.passTime(seenWrittenEveryMs - 60_000);
    await statusOf(first.token);
    expect(await seenAt(oldest)).toBe(atFirst);
    http.passTime(60_000);
    await statusOf(first.token);
    expect(await seenAt(oldest)).toBeGreaterThanOrEqual(atFirst + seenWrittenEveryMs);
    const order = (await sessionsOf(newer)).map(({ id }) => id);
    expect(order).toEqual([await currentId(newer), oldest, await currentId(older)]);
  });
});

describe('the end of a session', () => {
  it('is 30 days for an idle one and 90 for any, and use is noted every five minutes', () => {
    const dayMs = 86_400_000;
    expect([idleEndMs, absoluteEndMs, seenWrittenEveryMs]).toEqual([30 * dayMs, 90 * dayMs, 300_000]);
  });

  it('comes 30 days after its last use, and using it puts that off', async () => {
    const { token } = await http.signUp('idle');
    const unused = await signIn('idle');
    http.passTime(idleEndMs - 1000);
    expect(await statusOf(token)).toBe(200);
    http.passTime(2000);
    expect([await statusOf(token), await statusOf(unused)]).toEqual([200, 401]);
    expect(await sessionsOf(token)).toHaveLength(1);
  });

  it('is told in the list: 30 days after the last use, but never later than 90 after the beginning', async () => {
    const { token } = await http.signUp('ends');
    const endsIn = async () => {
      const [session] = await sessionsOf(token);
      return (Date.parse(session?.endsAt ?? '') - http.ports.clock.now().getTime()) / 86_400_000;
    };
    expect(await endsIn()).toBeCloseTo(30, 2);
    for (let each = 1; each <= 4; each++) {
      http.passTime(idleEndMs * 0.7);
      await statusOf(token);
    }
    expect(await endsIn()).toBeCloseTo(90 - 84, 2);
  });

  it('comes 90 days after it began, however much it is used', async () => {
    const { token } = await http.signUp('absolute');
    const step = absoluteEndMs / 4;
    for (let passed = step; passed < absoluteEndMs; passed += step) {
      http.passTime(step);
      expect(await statusOf(token)).toBe(200);
    }
    http.passTime(step);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('ending sessions', () => {
  it('ends the one that was named, is the same when repeated, and is audited once', async () => {
    const { token, user } = await http.signUp('end-1');
    const other = await signIn('end-1');
    const id = await currentId(other);
    for (const _ of ['once', 'again']) {
      const reply = await end(id, token);
      expect([reply.statusCode, reply.json()]).toEqual([200, { ok: true }]);
    }
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    expect(await auditOf(user.id)).toEqual(['register', 'sign_in', 'end_session']);
  });

  it('ends all others, tells how many, and leaves those of other people', async () => {
    const { token, user } = await http.signUp('end-2');
    const stranger = await http.signUp('stranger-2');
    const others = [await signIn('end-2'), await signIn('end-2')];
    const endOthers = () => http.call('POST', '/account/sessions/end-others', undefined, token);
    expect((await endOthers()).json()).toEqual({ ended: 2 });
    expect((await endOthers()).json()).toEqual({ ended: 0 });
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect([await statusOf(token), await statusOf(stranger.token)]).toEqual([200, 200]);
    expect((await auditOf(user.id)).filter((action) => action === 'end_other_sessions')).toHaveLength(1);
  });

  it('somebody else’s session gets the same answer as one that does not exist, and stays', async () => {
    const [one, two] = [await http.signUp('end-3'), await http.signUp('end-4')];
    const theirs = await currentId(two.token);
    const answers = [];
    for (const id of [theirs, 'a3b1f6a6-3c0e-4a5e-9b53-0c5d3f1d2a11', 'x', '%00', "' or 1=1 --"]) {
      const reply = await end(encodeURIComponent(id), one.token);
      answers.push([reply.statusCode, reply.body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await statusOf(two.token)).toBe(200);
    expect(await auditOf(one.user.id)).toEqual(['register']);
  });

  it.each([
    ['GET', '/account/sessions'],
    ['POST', '/account/sessions/end-others'],
    ['POST', '/account/sessions/a3b1f6a6-3c0e-4a5e-9b53-0c5d3f1d2a11/end'],
    ['PUT', '/account/password'],
  ] as const)('%s %s needs a session', async (method, path) => {
    expect((await http.call(method, path)).statusCode).toBe(401);
  });
});

describe('changing the password', () => {
  it('ends all other sessions, keeps this one, and only the new password opens', async () => {
    const { token, user } = await http.signUp('change-1');
    const other = await signIn('change-1');
    expect((await change(token, password, 'secret2')).json()).toEqual({ ended: 1 });
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    const old = await http.call('POST', '/auth/login', { username: 'change-1', password });
    expect(old.statusCode).toBe(401);
    await signIn('change-1', undefined, 'secret2');
    expect(await auditOf(user.id)).toEqual([
      'register',
      'sign_in',
      'change_password',
      'sign_in_refused',
      'sign_in',
    ]);
  });

  it('a wrong current password is refused with words, changes nothing and is noted', async () => {
    const { token, user } = await http.signUp('change-2');
    const other = await signIn('change-2');
    const refused = await change(token, 'secret9', 'secret2');
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { code: 'wrong_password', message: 'This password is not right.' },
    ]);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 200]);
    await signIn('change-2');
    expect(await auditOf(user.id)).toContain('password_refused');
  });

  it('counts as typing the password: the key is open again', async () => {
    const { token } = await http.signUp('change-3');
    http.passTime(900_001);
    const exported = () => http.call('GET', '/users/export-key', undefined, token);
    expect((await exported()).statusCode).toBe(403);
    expect((await change(token, password, 'secret2')).statusCode).toBe(200);
    expect((await exported()).statusCode).toBe(200);
  });

  it.each([
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(51), 'Password must be less than 50 characters'],
  ])('a new one like %s is refused as at registration', async (newPassword, message) => {
    const { token } = await http.signUp(`change-${newPassword.length}`);
    const reply = await change(token, password, newPassword);
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([400, message]);
  });

  it('of two changes that come at once one wins, and its password is the one that opens', async () => {
    const { token } = await http.signUp('change-race');
    const wanted = ['secret-a', 'secret-b'];
    const replies = await Promise.all(wanted.map((next) => change(token, password, next)));
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const winner = wanted[replies.findIndex((reply) => reply.statusCode === 200)] ?? '';
    await signIn('change-race', undefined, winner);
  });

  it('a sign-in that checked the old password meanwhile opens nothing', async () => {
    const { token, user } = await http.signUp('change-late');
    const before = await http.ports.streamers.find(user.id);
    await change(token, password, 'secret2');
    const late = { tokenHash: new Uint8Array(32), device: null };
    const account = { userId: user.id, passwordHash: before?.passwordHash ?? '' };
    expect(await http.ports.sessions.create(late, account)).toBe(false);
    expect(await sessionsOf(token)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { codeOfReply, secondFactorOf, stepMs } from './second-factor-fixture.ts';

const http = forFile(openHttp);
const { post, exportKey, stateOf, begin, codeOf } = secondFactorOf(http);

const password = 'secret1';
const freshMs = 900_000;
const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

/** A streamer with an authenticator app; the one session is the registration's. */
interface Protected {
  token: string;
  userId: string;
  username: string;
  secret: string;
  recoveryCodes: string[];
}

const confirm = (token: string, code?: string, typed = password) =>
  post('/auth/confirm', token, { password: typed, ...(code !== undefined && { code }) });

/** A streamer whose second factor has been on for a minute, so that the next code is a new one. */
async function protect(username: string): Promise<Protected> {
  const { token, user } = await http.signUp(username);
  const { secret } = await begin(token);
  const on = await post('/account/second-factor/on', token, { code: codeOf(secret) });
  expect([on.statusCode, on.headers['cache-control']]).toEqual([200, 'no-store']);
  const { recoveryCodes } = on.json<{ recoveryCodes: string[] }>();
  http.passTime(2 * stepMs);
  return { token, userId: user.id, username, secret, recoveryCodes };
}

async function signIn(username: string): Promise<string> {
  const reply = await http.call('POST', '/auth/login', { username, password });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ token: string }>().token;
}

async function auditOf(userId: string): Promise<string[]> {
  const query = http.db.selectFrom('audit').select('action').where('user_id', '=', userId);
  return (await query.orderBy('at').execute()).map(({ action }) => action);
}

describe('while it is on', () => {
  it('key, payout address and its own switches need password and code; the session that turned it on has both', async () => {
    const { token, username, secret } = await protect('use-1');
    expect((await exportKey(token)).statusCode).toBe(200);
    const other = await signIn(username);
    const guarded = () =>
      Promise.all([
        exportKey(other),
        http.call('PUT', '/account', { payoutAddress: wallet }, other),
        post('/account/second-factor/off', other),
        post('/account/second-factor/recovery-codes', other),
      ]);
    expect((await guarded()).map(codeOfReply)).toEqual(
      Array.from({ length: 4 }, () => 'confirm_second_factor'),
    );
    expect(codeOfReply(await confirm(other))).toBe('confirm_second_factor');
    expect(codeOfReply(await confirm(other, codeOf(secret), 'secret2'))).toBe('wrong_password');
    expect(codeOfReply(await exportKey(other))).toBe('confirm_second_factor');
    expect(codeOfReply(await confirm(other, codeOf(secret)))).toBe('ok');
    expect((await exportKey(other)).statusCode).toBe(200);
    expect((await http.call('PUT', '/account', { payoutAddress: wallet }, other)).statusCode).toBe(200);
    http.passTime(freshMs + 1);
    expect((await guarded()).slice(0, 1).map(codeOfReply)).toEqual(['confirm_second_factor']);
  });

  it('signing in, and settings that move no money, stay as they were', async () => {
    const { username } = await protect('use-2');
    const token = await signIn(username);
    expect((await http.call('PUT', '/account', { timeZone: 'Europe/Berlin' }, token)).statusCode).toBe(200);
  });

  it('another password needs the code as well', async () => {
    const { token, secret, userId } = await protect('use-3');
    const change = (code?: string) =>
      http.call(
        'PUT',
        '/account/password',
        { currentPassword: password, newPassword: 'secret2', code },
        token,
      );
    expect(codeOfReply(await change())).toBe('confirm_second_factor');
    expect(codeOfReply(await change('000000'))).toBe('wrong_code');
    expect(await auditOf(userId)).not.toContain('change_password');
    expect(codeOfReply(await change(codeOf(secret)))).toBe('ok');
  });

  it('turning it off closes what it had opened, and the next one has another secret', async () => {
    const { token, secret, userId } = await protect('use-4');
    for (const _ of ['once', 'again'])
      expect((await post('/account/second-factor/off', token)).json()).toEqual({ ok: true });
    expect(await stateOf(token)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    const sessions = http.db.selectFrom('sessions').select('factor_proven_at').where('user_id', '=', userId);
    expect(await sessions.execute()).toEqual([{ factor_proven_at: null }]);
    expect((await begin(token)).secret).not.toBe(secret);
    expect((await auditOf(userId)).filter((action) => action.startsWith('second'))).toEqual([
      'second_factor_on',
      'second_factor_off',
    ]);
  });

  it.each([
    ['GET', '/account/second-factor'],
    ['POST', '/account/second-factor/begin'],
    ['POST', '/account/second-factor/on'],
    ['POST', '/account/second-factor/off'],
    ['POST', '/account/second-factor/recovery-codes'],
  ] as const)('%s %s needs a session', async (method, path) => {
    expect((await http.call(method, path)).statusCode).toBe(401);
  });
});

describe('a code of the app', () => {
  it('works 30 seconds early and late, and no further', async () => {
    const { token, secret } = await protect('code-1');
    // No step ends meanwhile.
    http.passTime(stepMs - (http.ports.clock.now().getTime() % stepMs));
    for (const [steps, answer] of [
      [-2, 'wrong_code'],
      [2, 'wrong_code'],
      [-1, 'ok'],
      [0, 'ok'],
      [1, 'ok'],
    ] as const)
      expect([steps, codeOfReply(await confirm(token, codeOf(secret, steps)))]).toEqual([steps, answer]);
  });

  it('works once, also the one that turned it on, and none older than the newest that was taken', async () => {
    const { token, user } = await http.signUp('code-2');
    const { secret } = await begin(token);
    const first = codeOf(secret);
    await post('/account/second-factor/on', token, { code: first });
    expect(codeOfReply(await confirm(token, first))).toBe('wrong_code');
    const next = codeOf(secret, 1);
    expect(codeOfReply(await confirm(token, `${next.slice(0, 3)} ${next.slice(3)}`))).toBe('ok');
    expect(codeOfReply(await confirm(token, next))).toBe('wrong_code');
    expect(codeOfReply(await confirm(token, first))).toBe('wrong_code');
    expect(await auditOf(user.id)).toContain('code_refused');
  });

  it('sent twice at once by two sessions proves one of them', async () => {
    const { token, username, secret } = await protect('code-3');
    http.passTime(freshMs + 1);
    const tokens = [token, await signIn(username), await signIn(username), await signIn(username)];
    const code = codeOf(secret);
    const replies = await Promise.all(tokens.map((each) => confirm(each, code)));
    expect(replies.map(codeOfReply).filter((answer) => answer === 'ok')).toHaveLength(1);
    const exported = await Promise.all(tokens.map(exportKey));
    expect(exported.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('guessing', () => {
  it('five wrong codes make a minute of waiting, then ever longer, an hour at most; a right one ends it', async () => {
    const { token, secret, userId } = await protect('guess-1');
    const guess = async () => codeOfReply(await confirm(token, '000000'));
    for (let each = 1; each <= 5; each++) expect(await guess()).toBe('wrong_code');
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await guess()).toBe('too_many_wrong_codes');
      expect(codeOfReply(await confirm(token, codeOf(secret)))).toBe('too_many_wrong_codes');
      http.passTime(minutes * 60_000 - 5000);
      expect(await guess()).toBe('too_many_wrong_codes');
      http.passTime(5000);
      expect(await guess()).toBe('wrong_code');
    }
    http.passTime(3_600_000);
    expect(codeOfReply(await confirm(token, codeOf(secret)))).toBe('ok');
    for (let each = 1; each <= 4; each++) expect(await guess()).toBe('wrong_code');
    http.passTime(stepMs);
    expect(codeOfReply(await confirm(token, codeOf(secret)))).toBe('ok');
    expect((await auditOf(userId)).filter((action) => action === 'code_refused')).toHaveLength(17);
  });

  it('fifty guesses at once are five looks, whatever the process', async () => {
    const { token, userId } = await protect('guess-2');
    const replies = await Promise.all(Array.from({ length: 50 }, () => confirm(token, '000000')));
    const answers = replies.map(codeOfReply);
    expect(answers.filter((answer) => answer === 'wrong_code')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_wrong_codes')).toHaveLength(45);
    expect((await auditOf(userId)).filter((action) => action === 'code_refused')).toHaveLength(5);
  });

  it('whoever has a session but not the password can make nobody wait', async () => {
    const { token, secret } = await protect('guess-3');
    for (let each = 1; each <= 8; each++)
      expect(codeOfReply(await confirm(token, '000000', 'not-it'))).toBe('wrong_password');
    expect(codeOfReply(await confirm(token, codeOf(secret)))).toBe('ok');
  });

  it('a recovery code is taken also while the app’s codes wait', async () => {
    const { token, recoveryCodes } = await protect('guess-4');
    for (let each = 1; each <= 6; each++) await confirm(token, '000000');
    expect(codeOfReply(await confirm(token, recoveryCodes[0]))).toBe('ok');
  });
});

describe('a recovery code', () => {
  it('stands in for the app once, however it is typed, and is audited', async () => {
    const { username, recoveryCodes, userId } = await protect('recover-1');
    const token = await signIn(username);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const typed = ` ${code.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'L').toUpperCase()}`;
    expect(codeOfReply(await confirm(token, typed))).toBe('ok');
    expect((await exportKey(token)).statusCode).toBe(200);
    expect(codeOfReply(await confirm(token, code))).toBe('wrong_code');
    expect((await stateOf(token)).recoveryCodesLeft).toBe(9);
    expect(await auditOf(userId)).toEqual(
      expect.arrayContaining(['recovery_code_used', 'recovery_code_refused']),
    );
  });

  it('sent many times at once works once', async () => {
    const { token, recoveryCodes } = await protect('recover-2');
    const replies = await Promise.all(Array.from({ length: 6 }, () => confirm(token, recoveryCodes[3])));
    expect(replies.map(codeOfReply).filter((answer) => answer === 'ok')).toHaveLength(1);
    expect((await stateOf(token)).recoveryCodesLeft).toBe(9);
  });

  it('of somebody else opens nothing, and replaced ones open nothing any more', async () => {
    const [mine, theirs] = [await protect('recover-3'), await protect('recover-4')];
    expect(codeOfReply(await confirm(mine.token, theirs.recoveryCodes[0]))).toBe('wrong_code');
    const replaced = await post('/account/second-factor/recovery-codes', mine.token);
    expect([replaced.statusCode, replaced.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(codeOfReply(await confirm(mine.token, mine.recoveryCodes[0]))).toBe('wrong_code');
    const [fresh] = replaced.json<{ recoveryCodes: string[] }>().recoveryCodes;
    expect(codeOfReply(await confirm(mine.token, fresh))).toBe('ok');
  });

  it('is not replaced where the factor is off', async () => {
    const { token } = await http.signUp('recover-5');
    expect(codeOfReply(await post('/account/second-factor/recovery-codes', token))).toBe('second_factor_off');
  });
});

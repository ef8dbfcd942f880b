import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

const http = forFile(openHttp);

const tooLateMs = 900_001;

describe('registration', () => {
  it('gives a user, a token, the key of the wallet and the public code', async () => {
    const reply = await http.call('POST', '/auth/register', { username: 'Alice', password: 'secret1' });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { user, token, walletPrivateKey, donationLink } = reply.json();
    expect(user).toEqual({
      id: expect.any(String),
      username: 'Alice',
      walletAddress: expect.any(String),
      minDonationAmount: 0.002,
      presetAmounts: [],
      cardColor: '#22c55e',
      cardGradient: null,
      timeZone: 'UTC',
      payoutAddress: null,
      channels: [],
      acceptingDonations: true,
    });
    expect(donationLink).toMatch(/^[1-9A-HJ-NP-Za-km-z]{10}$/);
    const link = (await http.call('GET', '/donations/link', undefined, token)).json();
    expect(link.url).toBe(`http://localhost:3000/donate/${donationLink}`);
    expect(link.linkCode).toMatch(/^[\w-]{22}$/);
    const exported = await http.call('GET', '/users/export-key', undefined, token);
    expect(exported.json()).toEqual({ privateKey: walletPrivateKey });
  });

  it('a name is taken whatever its case, also when two ask at the same time', async () => {
    await http.signUp('Taken');
    const again = await http.call('POST', '/auth/register', { username: 'tAKEN', password: 'secret1' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'username_taken']);
    const race = await Promise.all(
      ['Race', 'race', 'RACE'].map((username) =>
        http.call('POST', '/auth/register', { username, password: 'secret1' }),
      ),
    );
    expect(race.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('every streamer has another wallet', async () => {
    const replies = await Promise.all(['w1a', 'w2a', 'w3a'].map((username) => http.signUp(username)));
    const wallets = replies.map(({ user }) => (user as unknown as { walletAddress: string }).walletAddress);
    expect(new Set(wallets).size).toBe(3);
  });

  it('neither password, token nor key lies in the database', async () => {
    const reply = await http.call('POST', '/auth/register', {
      username: 'hidden',
      password: 'hunter2hunter2',
    });
    const { token, walletPrivateKey, user } = reply.json();
    const rows = await Promise.all([
      http.db.selectFrom('users').selectAll().where('id', '=', user.id).execute(),
      http.db.selectFrom('audit').selectAll().where('user_id', '=', user.id).execute(),
    ]);
    const text = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of ['hunter2hunter2', token, walletPrivateKey]) expect(text).not.toContain(secret);
    const hash = createHash('sha256').update(token).digest();
    const sessions = await http.db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hash)
      .execute();
    expect(sessions).toEqual([{ user_id: user.id }]);
  });
});

describe('signing in', () => {
  it('works with the name in any case, and both ways to the user agree', async () => {
    await http.signUp('Bob_1');
    const reply = await http.call('POST', '/auth/login', { username: 'bob_1', password: 'secret1' });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    const { token, user } = reply.json();
    expect((await http.call('GET', '/users/me', undefined, token)).json()).toEqual(user);
    expect((await http.call('GET', '/auth/me', undefined, token)).json()).toEqual(user);
  });

  it('a wrong password and an unknown name get the same answer, and both are noted', async () => {
    await http.signUp('Carol');
    const wrong = await http.call('POST', '/auth/login', { username: 'Carol', password: 'secret2' });
    const unknown = await http.call('POST', '/auth/login', { username: 'nobody', password: 'secret2' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_credentials']);
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
    const noted = await http.db
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'sign_in_refused')
      .execute();
    expect(noted).toHaveLength(2);
  });

  it('a password with combining letters is the same however it was typed', async () => {
    await http.call('POST', '/auth/register', { username: 'umlaut', password: 'pa\u0308ssword' });
    const reply = await http.call('POST', '/auth/login', { username: 'umlaut', password: 'p\u00e4ssword' });
    expect(reply.statusCode).toBe(200);
  });
});

describe('sessions', () => {
  it('signing out ends this session and no other', async () => {
    const { token } = await http.signUp('Dave');
    const other = (await http.call('POST', '/auth/login', { username: 'Dave', password: 'secret1' })).json()
      .token;
    expect((await http.call('POST', '/auth/logout', undefined, token)).json()).toEqual({ ok: true });
    const gone = await http.call('GET', '/users/me', undefined, token);
    expect([gone.statusCode, gone.json().code]).toEqual([401, 'unauthorized']);
    expect((await http.call('GET', '/users/me', undefined, other)).statusCode).toBe(200);
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000)])(
    'a token that is none is refused: %s',
    async (token) => {
      expect((await http.call('GET', '/users/me', undefined, token)).statusCode).toBe(401);
    },
  );

  it('a missing session is said before anything about the request', async () => {
    const reply = await http.call('PUT', '/donations/settings', { minDonationAmount: 'x' });
    expect(reply.json().code).toBe('unauthorized');
  });

  it('public calls ignore a bad token', async () => {
    const { donationLink } = await http.signUp('Erin');
    const page = await http.call('GET', `/donations/page/${donationLink}`, undefined, 'bad');
    expect(page.statusCode).toBe(200);
    expect(page.json()).toMatchObject({ streamerName: 'Erin', minDonationAmount: 0.002 });
  });

  it('the scheme is read in any case', async () => {
    const { token } = await http.signUp('Frank');
    const headers = { authorization: `bearer  ${token}` };
    expect((await http.app.inject({ url: '/api/users/me', headers })).statusCode).toBe(200);
  });
});

describe('keys and payouts', () => {
  it('the key is closed 15 minutes after the password, and opens again with it', async () => {
    const { token } = await http.signUp('Grace');
    http.passTime(tooLateMs);
    const closed = await http.call('GET', '/users/export-key', undefined, token);
    expect([closed.statusCode, closed.json().code]).toEqual([403, 'confirm_password']);
    const wrong = await http.call('POST', '/auth/confirm', { password: 'secret2' }, token);
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong_password']);
    expect((await http.call('GET', '/users/export-key', undefined, token)).statusCode).toBe(403);
    const right = await http.call('POST', '/auth/confirm', { password: 'secret1' }, token);
    const { confirmedUntil } = right.json();
    expect(Date.parse(confirmedUntil)).toBeGreaterThan(http.ports.clock.now().getTime() + 890_000);
    const open = await http.call('GET', '/users/export-key', undefined, token);
    expect([open.statusCode, open.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('every export is noted, and they are limited per account', async () => {
    const limited = await openHttp({ limits: { exportKey: { account: { max: 2, windowMs: 3_600_000 } } } });
    const [one, two] = [await limited.signUp('one'), await limited.signUp('two')];
    const exportAs = (token: string) => limited.call('GET', '/users/export-key', undefined, token);
    const statuses = [await exportAs(one.token), await exportAs(one.token), await exportAs(one.token)];
    expect(statuses.map((reply) => reply.statusCode)).toEqual([200, 200, 429]);
    expect((await exportAs(two.token)).statusCode).toBe(200);
    const noted = await limited.db
      .selectFrom('audit')
      .select('user_id')
      .where('action', '=', 'export_key')
      .execute();
    expect(noted.map((row) => row.user_id)).toEqual([one.user.id, one.user.id, two.user.id]);
    await limited.stop();
  });

  it('a payout address must be a wallet and needs the password; the rest does not', async () => {
    const { token } = await http.signUp('Heidi');
    const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    const offCurve = 'SysvarRent111111111111111111111111111111111';
    const put = (body: object) => http.call('PUT', '/account', body, token);
    expect((await put({ payoutAddress: wallet })).json().payoutAddress).toBe(wallet);
    for (const bad of ['', 'x', `${wallet}1`, offCurve.slice(1)]) {
      expect([bad, (await put({ payoutAddress: bad })).json().code]).toEqual([bad, 'address_not_payable']);
    }
    http.passTime(tooLateMs);
    expect((await put({ payoutAddress: null })).json().code).toBe('confirm_password');
    const kept = await put({ payoutAddress: wallet, timeZone: 'Europe/Berlin', acceptingDonations: false });
    expect(kept.json()).toMatchObject({
      payoutAddress: wallet,
      timeZone: 'Europe/Berlin',
      acceptingDonations: false,
    });
  });

  it('with donations switched off the link answers as if it were none', async () => {
    const { token, donationLink } = await http.signUp('Ivan');
    await http.call('PUT', '/account', { acceptingDonations: false }, token);
    for (const reply of [
      await http.call('GET', `/donations/page/${donationLink}`),
      await http.call('POST', '/donations', { linkCode: donationLink }),
    ]) {
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { message: 'This donation link is invalid or has been disabled.', code: 'invalid_link_code' },
      ]);
    }
  });
});

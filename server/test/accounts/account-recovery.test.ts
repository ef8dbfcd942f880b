import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';

const http = forFile(openHttp);

const newPassword = 'secret2';
const validMs = 600_000;

type Registered = RouteReply<'register'> & { username: string };

async function register(username: string): Promise<Registered> {
  const reply = await http.call('POST', '/auth/register', { username, password: 'secret1' });
  expect(reply.statusCode).toBe(201);
  return { ...reply.json<RouteReply<'register'>>(), username };
}

const codeOf = (reply: { statusCode: number; json(): { code?: string } }): string =>
  reply.statusCode < 300 ? 'ok' : (reply.json().code ?? '');
const byCode = (username: string, code: string, password = newPassword) =>
  http.call('POST', '/auth/recovery/code', { username, code, newPassword: password });
const signIn = async (username: string, password: string) =>
  codeOf(await http.call('POST', '/auth/login', { username, password }));
const isSignedIn = async (token: string) =>
  (await http.call('GET', '/users/me', undefined, token)).statusCode === 200;

async function messageFor(username: string): Promise<string> {
  return (await http.call('POST', '/auth/recovery/message', { username })).json<{ message: string }>()
    .message;
}

const signed = (key: KeyObject, message: string): string =>
  sign(null, Buffer.from(message), key).toString('base64');
const byWallet = (username: string, message: string, signature: string) =>
  http.call('POST', '/auth/recovery/wallet', { username, newPassword, message, signature });

/** What is the same in every message. */
const shapeOf = (message: string): string =>
  message.replace(/^(Time|Proof): .*$/gm, '$1').replace('wallet-4', 'nobody-4');

/** The key of a generated wallet, as its streamer has it. */
function keyOf({ walletPrivateKey }: Registered): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = base58.decode(walletPrivateKey).slice(0, 32);
  return createPrivateKey({ key: Buffer.concat([head, secret]), format: 'der', type: 'pkcs8' });
}

async function actionsOf(userId: string): Promise<string[]> {
  const query = http.db.selectFrom('audit').select('action').where('user_id', '=', userId).orderBy('at');
  return (await query.execute()).map(({ action }) => action);
}

describe('by the recovery code', () => {
  it('the new password holds, every session ends, and the next code takes its place', async () => {
    const { username, token, recoveryCode, user } = await register('code-1');
    const typed = recoveryCode.toUpperCase().replaceAll('-', ' ');
    const reply = await byCode(username, typed);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    const recovered = reply.json<RouteReply<'recoverByCode'>>();
    expect(recovered.user.id).toBe(user.id);
    expect([await isSignedIn(token), await isSignedIn(recovered.token)]).toEqual([false, true]);
    expect([await signIn(username, 'secret1'), await signIn(username, newPassword)]).toEqual([
      'wrong_credentials',
      'ok',
    ]);
    expect(codeOf(await byCode(username, recoveryCode))).toBe('wrong_recovery_code');
    expect(codeOf(await byCode(username, recovered.recoveryCode, 'secret3'))).toBe('ok');
    expect((await actionsOf(user.id)).filter((action) => /recover/.test(action))).toEqual([
      'account_recovered',
      'recovery_refused',
      'account_recovered',
    ]);
  });

  it('another’s, none, and an unknown name are refused alike, and nothing changes', async () => {
    const [one, other] = [await register('code-2'), await register('code-3')];
    const refused = await Promise.all([
      byCode(one.username, other.recoveryCode),
      byCode(one.username, 'no code'),
      byCode(one.username, '0000-0000-0000-0000'),
      byCode('nobody-here', one.recoveryCode),
    ]);
    const bodies = refused.map((reply) => reply.json<object>());
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 4 }, () => 'wrong_recovery_code'));
    expect(await signIn(one.username, 'secret1')).toBe('ok');
    expect(await isSignedIn(one.token)).toBe(true);
  });

  it('of two that use it at once one gets in', async () => {
    const { username, recoveryCode } = await register('code-4');
    const replies = await Promise.all(
      ['secret5', 'secret6', 'secret7'].map((one) => byCode(username, recoveryCode, one)),
    );
    expect(replies.map(codeOf).toSorted()).toEqual(['ok', 'wrong_recovery_code', 'wrong_recovery_code']);
  });

  it('a password that breaks the rules uses no code up', async () => {
    const { username, recoveryCode } = await register('code-5');
    const reply = await byCode(username, recoveryCode, 'short');
    expect(reply.json()).toMatchObject({ message: 'Password must be at least 6 characters' });
    expect(codeOf(await byCode(username, recoveryCode))).toBe('ok');
  });

  it('two-step protection stays on: key export asks for a code', async () => {
    const { username, recoveryCode, user } = await register('code-6');
    await http.db
      .insertInto('second_factors')
      .values({ user_id: user.id, confirmed_at: new Date(), last_step: 0n, wait_until: null })
      .execute();
    const { token } = (await byCode(username, recoveryCode)).json<RouteReply<'recoverByCode'>>();
    const reply = await http.call('GET', '/users/export-key', undefined, token);
    expect(codeOf(reply)).toBe('confirm_second_factor');
  });
});

describe('by the wallet', () => {
  it('whoever signs the message with the generated key sets a password', async () => {
    const registered = await register('wallet-1');
    const message = await messageFor('WALLET-1');
    expect(message).toContain('Account: WALLET-1\nSite: http://localhost:3000\n');
    const signature = signed(keyOf(registered), message);
    expect(codeOf(await byWallet('wallet-1', message, signature))).toBe('wrong_wallet_proof');
    const reply = await byWallet('WALLET-1', message, signature);
    expect(codeOf(reply)).toBe('ok');
    expect(await isSignedIn(registered.token)).toBe(false);
    expect(await signIn('wallet-1', newPassword)).toBe('ok');
    expect(codeOf(await byCode('wallet-1', registered.recoveryCode))).toBe('wrong_recovery_code');
  });

  it('a message serves one new password, for ten minutes', async () => {
    const registered = await register('wallet-2');
    const key = keyOf(registered);
    const [first, second] = [await messageFor('wallet-2'), await messageFor('wallet-2')];
    expect(codeOf(await byWallet('wallet-2', first, signed(key, first)))).toBe('ok');
    for (const message of [first, second])
      expect(codeOf(await byWallet('wallet-2', message, signed(key, message)))).toBe('wrong_wallet_proof');
    const late = await messageFor('wallet-2');
    http.passTime(validMs + 1);
    expect(codeOf(await byWallet('wallet-2', late, signed(key, late)))).toBe('wrong_wallet_proof');
  });

  it('another key, a changed or invented message, and no signature are refused alike', async () => {
    const registered = await register('wallet-3');
    const key = keyOf(registered);
    const message = await messageFor('wallet-3');
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const moved = message.replace(/^Time: .*$/m, `Time: ${new Date().toISOString()}`);
    const invented = message.replace(/^Proof: .*$/m, `Proof: ${'A'.repeat(43)}`);
    const tries = [
      [message, signed(stranger, message)],
      [moved, signed(key, moved)],
      [invented, signed(key, invented)],
      ['', signed(key, '')],
      [message, ''],
      [message, 'A'.repeat(88)],
    ] as const;
    for (const [text, signature] of tries)
      expect(codeOf(await byWallet('wallet-3', text, signature))).toBe('wrong_wallet_proof');
    expect(await isSignedIn(registered.token)).toBe(true);
  });

  it('a name that nobody has gets a message that looks the same, and no way in', async () => {
    await register('wallet-4');
    const message = await messageFor('nobody-4');
    expect(shapeOf(message)).toBe(shapeOf(await messageFor('wallet-4')));
    const stranger = generateKeyPairSync('ed25519').privateKey;
    expect(codeOf(await byWallet('nobody-4', message, signed(stranger, message)))).toBe('wrong_wallet_proof');
  });
});

describe('in settings', () => {
  it('a new code takes the place of the old one, within 15 minutes of the password', async () => {
    const { username, token, recoveryCode } = await register('settings-1');
    const read = async () =>
      (await http.call('GET', '/account/recovery-code', undefined, token)).json<RouteReply<'recoveryCode'>>();
    const before = await read();
    expect(before.since).not.toBeNull();
    http.passTime(1000);
    const reply = await http.call('POST', '/account/recovery-code', undefined, token);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await read()).since).not.toBe(before.since);
    expect(codeOf(await byCode(username, recoveryCode))).toBe('wrong_recovery_code');
    http.passTime(900_001);
    expect(codeOf(await http.call('POST', '/account/recovery-code', undefined, token))).toBe(
      'confirm_password',
    );
    const { recoveryCode: next } = reply.json<RouteReply<'replaceRecoveryCode'>>();
    expect(codeOf(await byCode(username, next))).toBe('ok');
  });
});

it('neither code nor message lie in the database', async () => {
  const { recoveryCode } = await register('stored-1');
  const rows = await http.db.selectFrom('account_recovery').selectAll().execute();
  expect(JSON.stringify(rows.map((row) => Buffer.from(row.code_hash).toString()))).not.toContain(
    recoveryCode,
  );
  expect(rows.every((row) => row.code_hash.length === 32)).toBe(true);
});

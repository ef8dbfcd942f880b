import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { mnemonicToEntropy, mnemonicToSeed } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect } from 'vitest';
import { deriveSlip10 } from '#server/solana/slip10.ts';
import type { Installation } from '#server/test/cli-fixture.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { startServerProcess } from '#server/test/faults/server-process.ts';
import { acknowledgeAll, call, listen, openOverlay, request, until } from '#server/test/test-client.ts';
import { fundedWallet, signAsBuilt } from '#server/test/test-wallet.ts';
import { type KnownSecret, secretBytes, secretText } from './find-secrets.ts';
import { useDerivedSecrets } from './use-derived-secrets.ts';

/** What a journey leaves behind. */
export interface Journey {
  /** Must be nowhere but in the seed's own file. */
  secrets: KnownSecret[];
  /** The codes of overlays and donation links: in the database, which shows them again, and nowhere else. */
  codes: KnownSecret[];
  /** Everything that the server and the command said. */
  log: string;
  backup: string;
}

const newPassword = (): string => `horse ${randomBytes(9).toString('base64')}`;

/** Uses everything that deals in secrets, on a server that logs as much as it can; the server has ended afterwards. */
export async function goOnJourney(place: Installation): Promise<Journey> {
  const environment: Record<string, string> = { ...place.environment(), LOG_LEVEL: 'trace' };
  const port = Number(environment['PORT']);
  const server = startServerProcess({ port, environment, keptLines: Infinity });
  await server.ready;
  const { url } = server;
  const passwords = {
    first: newPassword(),
    second: newPassword(),
    mistyped: newPassword(),
    asName: newPassword(),
  };
  const username = `s-${randomBytes(6).toString('hex')}`;
  const registered = await call(url, 'register', { body: { username, password: passwords.first } });
  const { token } = registered;
  const exported = await call(url, 'exportKey', { token });
  expect(exported.privateKey).toBe(registered.walletPrivateKey);
  const widget = await call(url, 'donationLink', { token });

  await showDonation(place, url, { link: registered.donationLink, widgetCode: widget.linkCode, token });
  await payByWallet(place, url, registered.donationLink);
  const replaced = await call(url, 'replaceWidgetCode', { token });
  const grant = (scope: 'alerts' | 'moderator') =>
    call(url, 'createAccessToken', { token, body: { scope, name: scope } });
  const [api, moderator] = [await grant('alerts'), await grant('moderator')];
  for (const desk of [api, moderator]) {
    await call(url, 'testAlert', { token: desk.token });
    await listen(url, { token: desk.token });
    await call(url, 'revokeAccessToken', { token, params: { id: desk.id } });
    await request(url, 'testAlert', { token: desk.token });
  }
  const body = { currentPassword: passwords.first, newPassword: passwords.second };
  await call(url, 'changePassword', { token, body });
  const again = await call(url, 'login', { body: { username, password: passwords.second } });
  await call(url, 'confirmPassword', { token: again.token, body: { password: passwords.second } });
  const derived = await useDerivedSecrets(url, again.token);
  await makeMistakes(url, { username, token, passwords });
  await until(async () => expect(await place.query('select 1 from sweep_jobs')).toEqual([]), 30_000);

  const backup = join(place.folder, 'journey.backup');
  const run = await place.run('backup', backup);
  expect(run).toMatchObject({ code: 0 });
  await server.stop();
  return {
    secrets: [
      ...(await secretsOfSeed(place)),
      ...derived,
      ...Object.entries(passwords).map(([name, password]) => secretText(`password ${name}`, password)),
      ...[token, again.token].flatMap((text) => [
        secretText('session token', text),
        secretBytes('bytes of a session token', Buffer.from(text, 'base64url')),
      ]),
      ...[api, moderator].flatMap((desk) => [
        secretText(`${desk.scopes.join()} token`, desk.token),
        secretBytes(
          `bytes of the ${desk.scopes.join()} token`,
          Buffer.from(desk.token.replace('brava_', ''), 'base64url'),
        ),
      ]),
    ],
    codes: [registered.donationLink, widget.linkCode, replaced.linkCode].map((code) =>
      secretText('code', code),
    ),
    log: [...server.lines, run.out, run.err].join('\n'),
    backup,
  };
}

async function showDonation(
  place: Installation,
  url: string,
  { link, widgetCode, token }: { link: string; widgetCode: string; token: string },
): Promise<void> {
  const overlay = await openOverlay(url, widgetCode);
  acknowledgeAll(overlay, 200);
  const streamer = await listen(url, { token });
  const donation = await call(url, 'createDonation', { body: { linkCode: link, message: 'hello' } });
  await payFromFaucet(place.sandbox.url, donation.walletAddress, 20_000_000);
  await until(async () => {
    const { shownOnStreamAt } = await call(url, 'publicDonation', { params: { id: donation.id } });
    expect(shownOnStreamAt).not.toBeNull();
  }, 20_000);
  overlay.close();
  streamer.close();
}

async function payByWallet(place: Installation, url: string, linkCode: string): Promise<void> {
  const wallet = await fundedWallet(place.sandbox.url, 5_000_000_000);
  const { id } = await call(url, 'createDonation', { body: { linkCode } });
  const body = { payer: wallet.address, amount: 0.02 };
  const { transaction } = await call(url, 'buildPayment', { params: { id }, body });
  const signed = await signAsBuilt(wallet, transaction);
  await call(url, 'sendPayment', { params: { id }, body: { transaction: signed } });
}

/** What people get wrong, and what fails: errors are where secrets leak. */
async function makeMistakes(
  url: string,
  known: { username: string; token: string; passwords: Record<'second' | 'mistyped' | 'asName', string> },
): Promise<void> {
  const { username, token, passwords } = known;
  await request(url, 'login', { body: { username, password: passwords.mistyped } });
  await request(url, 'login', { body: { username: passwords.asName, password: passwords.asName } });
  await request(url, 'register', { body: { username, password: passwords.mistyped } });
  await request(url, 'confirmPassword', { token, body: { password: passwords.mistyped } });
  await request(url, 'changePassword', {
    token,
    body: { currentPassword: passwords.mistyped, newPassword: 'x' },
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const broken = `{"username":"${username}","password":"${passwords.second}"`;
  await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: broken });
  for (const path of [
    `/api/nope/${token}`,
    `/api/alerts?token=${token}`,
    `/${encodeURIComponent(passwords.second)}`,
  ]) {
    await fetch(`${url}${path}`, { headers: { cookie: `session=${token}`, referer: `${url}/?t=${token}` } });
  }
}

/** The seed in all its forms, and every private key that was derived from it in this database. */
async function secretsOfSeed(place: Installation): Promise<KnownSecret[]> {
  const words = (await readFile(place.seedFile, 'utf8')).trim();
  const seed = await mnemonicToSeed(words);
  const four = words.split(' ').slice(0, -3);
  const paths = await place.query(
    `select key_user, key_epoch, 0 as key_index, wallet_address as address from users
     union all select key_user, key_epoch, key_index, address from donations`,
  );
  expect(paths.length).toBeGreaterThanOrEqual(3);
  return [
    ...four.map((_, at) =>
      secretText(
        'words of the seed',
        words
          .split(' ')
          .slice(at, at + 4)
          .join(' '),
      ),
    ),
    secretBytes('entropy of the seed', mnemonicToEntropy(words, wordlist)),
    secretBytes('seed', seed),
    ...paths.flatMap((path) => {
      const key = deriveSlip10(seed, [44, 501, path['key_user'], path['key_epoch'], path['key_index']]);
      const pair = Buffer.concat([key, base58.decode(path['address'])]);
      return [secretBytes('private key', key), secretBytes('key pair', pair)];
    }),
  ];
}

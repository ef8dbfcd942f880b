import { Secret, TOTP } from 'otpauth';
import { call, request } from '#server/test/test-client.ts';
import { type KnownSecret, secretBytes, secretText } from './find-secrets.ts';

/**
 * Uses what is derived from the seed and never stored: a webhook's secret and the one of an authenticator app, with its
 * recovery codes. The account's password must have been typed just now; afterwards two-step protection is on.
 */
export async function useDerivedSecrets(url: string, token: string): Promise<KnownSecret[]> {
  const body = { url: 'http://127.0.0.1:9/hook', events: ['donation.received' as const] };
  const { id } = await call(url, 'createWebhook', { token, body });
  await call(url, 'testWebhook', { token, params: { id } });
  const shown = await call(url, 'webhookSecret', { token, params: { id } });
  const replaced = await call(url, 'replaceWebhookSecret', { token, params: { id } });

  const { secret } = await call(url, 'beginSecondFactor', { token });
  const key = Secret.fromBase32(secret);
  const code = new TOTP({ secret: key }).generate();
  const { recoveryCodes } = await call(url, 'turnOnSecondFactor', { token, body: { code } });
  const password = 'mistyped horse';
  await request(url, 'confirmPassword', { token, body: { password, code: recoveryCodes[0] ?? '' } });
  return [
    ...[shown.secret, replaced.secret].flatMap((text) => [
      secretText('webhook secret', text),
      secretBytes('bytes of a webhook secret', Buffer.from(text.replace('whsec_', ''), 'base64')),
    ]),
    secretText('secret of the app', secret),
    secretBytes('bytes of the secret of the app', Buffer.from(key.bytes)),
    ...recoveryCodes.map((recovery) => secretText('recovery code', recovery)),
  ];
}

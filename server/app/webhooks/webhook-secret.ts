import { createHmac } from 'node:crypto';
import type { KeyVault } from '#server/app/chain-ports.ts';
import { Secret } from '#server/app/secret.ts';
import type { WebhookKeys } from './webhook-ports.ts';

/** As long as the secret before the newest one still signs as well. */
export const bothSecretsMs = 24 * 3_600_000;

type Vault = Pick<KeyVault, 'deriveSecret'>;

/** The secret of a webhook in the form of Standard Webhooks. It is derived each time and stored nowhere. */
export function webhookSecret(vault: Vault, keys: Pick<WebhookKeys, 'id' | 'generation'>): Secret<string> {
  const bytes = vault.deriveSecret(`webhook:${keys.id}:${keys.generation}`).reveal();
  return new Secret(`whsec_${Buffer.from(bytes).toString('base64')}`);
}

/**
 * The headers that sign a message at a moment (Standard Webhooks 1.0, symmetric): HMAC-SHA256 over
 * `id.timestamp.body`, `v1,` and base64. For a day after a replacement the old secret signs too, behind a space.
 */
export function signMessage(
  vault: Vault,
  { id, payload, keys, now }: { id: string; payload: string; keys: WebhookKeys; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (generation: number): string => {
    const key = vault.deriveSecret(`webhook:${keys.id}:${generation}`).reveal();
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  };
  const old = isOldInForce(keys, now) ? [sign(keys.generation - 1)] : [];
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [sign(keys.generation), ...old].join(' '),
  };
}

function isOldInForce({ generation, replacedAt }: WebhookKeys, now: Date): boolean {
  return generation > 1 && replacedAt !== null && now.getTime() - replacedAt.getTime() < bothSecretsMs;
}

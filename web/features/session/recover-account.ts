import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { type MessageWallet, signMessage } from '#web/lib/wallet-standard.ts';
import type { RecoverForm } from './recover-form.ts';
import { signWithKey } from './sign-with-key.ts';

/** An account that its streamer is back in. */
export type Recovered = RouteReply<'recoverByCode'>;

/**
 * Sets a new password by what the form proves; `wallet` is the one that was chosen for the way `wallet`.
 *
 * Throws the server's refusal, `CannotSign` for a pasted key, `NoSigningAccount` or the wallet's own error.
 */
export async function recoverAccount(form: RecoverForm, wallet: MessageWallet | null): Promise<Recovered> {
  const { username, newPassword, way } = form;
  if (way === 'code') {
    return await call('recoverByCode', { body: { username, newPassword, code: form.code } });
  }
  const { message } = await call('recoveryMessage', { body: { username } });
  const signature =
    way === 'wallet' && wallet !== null
      ? await signMessage(wallet, message)
      : await signWithKey(form.privateKey, message);
  return await call('recoverByWallet', { body: { username, newPassword, message, signature } });
}

import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { requireFreshProof } from '#server/app/accounts/fresh-proof.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from '#server/app/accounts/session-token.ts';
import { presentTest } from './present-message.ts';
import type { AccountCaller, WebhookKeys } from './webhook-ports.ts';
import { webhookSecret } from './webhook-secret.ts';
import { readWebhookUrl } from './webhook-url.ts';

type Deps = Pick<Ports, 'webhooks'>;
type SecretDeps = Pick<Ports, 'webhooks' | 'vault' | 'secondFactors' | 'clock' | 'settings' | 'audit'>;
const usualPage = 20;

/** Creates a webhook. Throws `Problem`: `webhook_url_refused`, `too_many_webhooks`. */
export async function createWebhook(
  { webhooks }: Deps,
  by: AccountCaller,
  { url, events }: RouteInput<'createWebhook'>['body'],
): Promise<Webhook> {
  return await webhooks.store.create(by, { url: readWebhookUrl(url, webhooks.rules), events });
}

/** Changes what is given of a webhook. Throws `Problem`: `webhook_url_refused`, `webhook_not_found`. */
export async function changeWebhook(
  { webhooks }: Deps,
  by: AccountCaller,
  { params, body }: Pick<RouteInput<'changeWebhook'>, 'params' | 'body'>,
): Promise<Webhook> {
  const url = body.url === undefined ? undefined : readWebhookUrl(body.url, webhooks.rules);
  return await webhooks.store.change(by, params.id, { ...body, url });
}

/** The secret of a webhook, written to the audit log before it leaves. Throws what `requireFreshProof` misses. */
export async function showWebhookSecret(
  deps: SecretDeps,
  session: CurrentSession,
  id: string,
): Promise<RouteReply<'webhookSecret'>> {
  await requireFreshProof(deps, session);
  const keys = await deps.webhooks.store.keys(session.userId, id);
  await deps.audit.write(session.userId, 'webhook_secret_shown', { webhook: id });
  return reveal(deps, keys);
}

/** Gives a webhook another secret and tells it. Throws what `requireFreshProof` misses. */
export async function replaceWebhookSecret(
  deps: SecretDeps,
  session: CurrentSession,
  id: string,
): Promise<RouteReply<'replaceWebhookSecret'>> {
  await requireFreshProof(deps, session);
  const by = { userId: session.userId, tokenName: null };
  return reveal(deps, await deps.webhooks.store.replaceKeys(by, id));
}

/** Puts a test at the head of the webhook's queue. Throws `Problem('too_many_webhook_tests')`. */
export async function testWebhook(
  { webhooks, clock }: Pick<Ports, 'webhooks' | 'clock'>,
  by: AccountCaller,
  id: string,
): Promise<WebhookDelivery> {
  return await webhooks.store.addTest(by, id, presentTest(clock.now()));
}

/** A page of deliveries, newest first. */
export async function listWebhookDeliveries(
  { webhooks }: Deps,
  userId: string,
  { params, query }: Pick<RouteInput<'webhookDeliveries'>, 'params' | 'query'>,
): Promise<RouteReply<'webhookDeliveries'>> {
  const { page = 1, size = usualPage } = query;
  return await webhooks.store.listDeliveries(userId, params.id, {
    limit: size,
    offset: (page - 1) * size,
  });
}

function reveal({ vault }: Pick<Ports, 'vault'>, keys: WebhookKeys): { secret: string } {
  return { secret: webhookSecret(vault, keys).reveal() };
}

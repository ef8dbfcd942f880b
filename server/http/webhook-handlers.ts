import type { webhookRoutes } from '#contract/webhook-routes.ts';
import type { Ports } from '#server/app/ports.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  replaceWebhookSecret,
  showWebhookSecret,
  testWebhook,
} from '#server/app/webhooks/manage-webhooks.ts';
import type { Handlers } from './handler.ts';

/** The calls of webhooks. Secrets are the streamer's own; everything else a token may do as well. */
export function createWebhookHandlers(ports: Ports): Pick<Handlers, keyof typeof webhookRoutes> {
  return {
    listWebhooks: async (_, { account }) => ({ data: await ports.webhooks.store.list(account.userId) }),
    createWebhook: ({ body }, { account }) => createWebhook(ports, account, body),
    changeWebhook: (input, { account }) => changeWebhook(ports, account, input),
    deleteWebhook: async ({ params }, { account }) => {
      await ports.webhooks.store.remove(account, params.id);
      return { ok: true };
    },
    webhookSecret: ({ params }, { session }) => showWebhookSecret(ports, session, params.id),
    replaceWebhookSecret: ({ params }, { session }) => replaceWebhookSecret(ports, session, params.id),
    testWebhook: ({ params }, { account }) => testWebhook(ports, account, params.id),
    webhookDeliveries: (input, { account }) => listWebhookDeliveries(ports, account.userId, input),
    webhookDelivery: ({ params }, { account }) =>
      ports.webhooks.store.findDelivery(account.userId, params.id),
    redeliverWebhook: ({ params }, { account }) => ports.webhooks.store.redeliver(account, params.id),
  };
}

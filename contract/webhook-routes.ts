import * as z from 'zod/mini';
import { byId, ok, type Route } from './route.ts';
import { newWebhook, webhook, webhookChange, webhookDelivery } from './webhooks.ts';

const scopes = ['webhooks'] as const;
const secret = z.object({
  /** `whsec_` and 32 bytes in base64, as the libraries of Standard Webhooks take it. */
  secret: z.string(),
});

/** Webhooks: where they go, what signs them, and what became of every message. */
export const webhookRoutes = {
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: 'The streamer’s webhooks, oldest first.',
    access: 'streamer',
    scopes,
    status: 200,
    reply: z.object({ data: z.array(webhook) }),
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook. At most 5. The same again within five minutes is the same one.',
    access: 'streamer',
    scopes,
    status: 201,
    body: newWebhook,
    reply: webhook,
  },
  changeWebhook: {
    method: 'PUT',
    path: '/webhooks/:id',
    summary:
      'Change URL or events, or switch a webhook off or on. Switched off it gives up what still waits.',
    access: 'streamer',
    scopes,
    status: 200,
    params: byId,
    body: webhookChange,
    reply: webhook,
  },
  deleteWebhook: {
    method: 'POST',
    path: '/webhooks/:id/delete',
    summary: 'Delete a webhook with its deliveries.',
    access: 'streamer',
    scopes,
    status: 200,
    params: byId,
    reply: ok,
  },
  webhookSecret: {
    method: 'GET',
    path: '/webhooks/:id/secret',
    summary: 'The secret that signs this webhook’s messages; within 15 minutes of the password.',
    access: 'streamer',
    status: 200,
    secret: true,
    params: byId,
    reply: secret,
  },
  replaceWebhookSecret: {
    method: 'POST',
    path: '/webhooks/:id/secret/replace',
    summary:
      'Give a webhook another secret, within 15 minutes of the password. For 24 hours both secrets sign.',
    access: 'streamer',
    status: 200,
    secret: true,
    params: byId,
    reply: secret,
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a test message, one at a time. It is tried once, also where the webhook is switched off.',
    access: 'streamer',
    scopes,
    status: 200,
    params: byId,
    reply: webhookDelivery,
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary:
      'A page of a webhook’s deliveries, newest first. They are kept for 30 days, of tests the last 20.',
    access: 'streamer',
    scopes,
    status: 200,
    params: byId,
    query: z.object({
      page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
      size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    }),
    reply: z.object({ data: z.array(webhookDelivery), found: z.number() }),
  },
  webhookDelivery: {
    method: 'GET',
    path: '/webhook-deliveries/:id',
    summary: 'One delivery.',
    access: 'streamer',
    scopes,
    status: 200,
    params: byId,
    reply: webhookDelivery,
  },
  redeliverWebhook: {
    method: 'POST',
    path: '/webhook-deliveries/:id/redeliver',
    summary: 'Send a delivery once more, under its own id. Its attempts start again.',
    access: 'streamer',
    scopes,
    status: 200,
    params: byId,
    reply: webhookDelivery,
  },
} as const satisfies Record<string, Route>;

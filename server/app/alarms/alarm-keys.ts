import type { WebhookKeys } from '#server/app/webhooks/webhook-ports.ts';

/** What the signature of the operator's webhook is derived from: the ids of streamers' webhooks are UUIDs. */
export const alarmKeys: WebhookKeys = { id: 'alarms', generation: 1, replacedAt: null };

import { useQuery } from '@tanstack/react-query';
import type { WebhookEvent } from '#contract/webhooks.ts';
import { call } from '#web/lib/call.ts';

/** What the cache calls the list of webhooks. */
export const webhooksKey = ['webhooks'] as const;

/** What the cache calls a webhook's deliveries, all pages of them. */
export const deliveriesKey = (webhookId: string) => ['webhook-deliveries', webhookId] as const;

/** The streamer's webhooks. */
export function useWebhooks() {
  return useQuery({ queryKey: webhooksKey, queryFn: () => call('listWebhooks') });
}

/** The name under which the dictionary knows an event. */
export const eventWords = {
  'donation.received': 'donationReceived',
  'donation.shown': 'donationShown',
  'donation.transferred': 'donationTransferred',
  'donation.failed': 'donationFailed',
  'donation.restored': 'donationRestored',
} as const satisfies Record<WebhookEvent, string>;

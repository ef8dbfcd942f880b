import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Donation } from '#server/domain/donation.ts';

/** What a change of a donation means to whoever follows it from outside; empty for most changes. */
export function eventsOf(before: Donation, after: Donation): WebhookEvent[] {
  const events: [WebhookEvent, boolean][] = [
    ['donation.received', before.paidAt === null && after.paidAt !== null],
    ['donation.shown', before.shownAt === null && after.shownAt !== null],
    ['donation.transferred', !hasArrived(before) && hasArrived(after)],
    ['donation.failed', before.failedAt === null && after.failedAt !== null],
    ['donation.restored', before.failedAt !== null && after.failedAt === null],
  ];
  return events.filter(([, happened]) => happened).map(([event]) => event);
}

/** Too little that expired is passed on as well; only a paid donation tells of it. */
function hasArrived({ paidAt, sweptAt }: Donation): boolean {
  return paidAt !== null && sweptAt !== null;
}

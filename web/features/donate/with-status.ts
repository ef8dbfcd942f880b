import { paidStatuses, type PublicDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';

/**
 * A donation with what a check of its status has told and it does not say yet: that it has been paid, or has ended.
 * What becomes of it on stream was said of the money before, so it is left out until the donation is read again.
 * The same object where there is nothing of that kind, as a check may also be older than the donation.
 */
export function withStatus(
  donation: PublicDonation,
  seen: RouteReply<'donationStatus'> | undefined,
): PublicDonation {
  if (seen === undefined || seen.status === donation.status || seen.status === 'PENDING') return donation;
  const isNews = donation.status === 'PENDING' || paidStatuses.includes(seen.status);
  if (!isNews || paidStatuses.includes(donation.status)) return donation;
  const { status, amount, mediaUrl, token } = seen;
  return {
    ...donation,
    status,
    amount,
    mediaUrl,
    onStream: undefined,
    ...(donation.token && token && { token: { ...donation.token, amount: token.amount } }),
  };
}

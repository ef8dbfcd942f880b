import { formatSol } from '#contract/lamports.ts';
import { type Alert, presentCard } from '#server/app/desk/alert-view.ts';
import { presentValue } from '#server/app/donations/present-donation.ts';
import type { AlertLook } from '#server/domain/alert-rules.ts';
import type { PostCard } from '#server/domain/posts/compose-post.ts';

/** What a test post tells of. Nobody paid it. */
export const testCard: PostCard = {
  name: 'Test Donor',
  amount: '0.100000 SOL',
  fiat: '',
  message: 'This is a test. Your posts work!',
};

/**
 * What a post may say of a donation: what its card shows, after moderation and with what the donor hides left out. One
 * function decides for overlays and posts alike.
 */
export function presentPostCard(alert: Alert, look: AlertLook): PostCard {
  const { donation } = alert;
  if (donation === null) return testCard;
  const card = presentCard(alert, look);
  const value = donation.hidesAmount ? null : presentValue(donation.value);
  return {
    name: card.donatorName,
    amount: donation.hidesAmount ? '' : (card.tokenAmount ?? formatSol(donation.receivedLamports)),
    fiat: value === null ? '' : `${value.value} ${value.currency}`,
    message: card.message,
  };
}

import type { PublicDonation } from '#contract/donation.ts';
import { cleanDonorText } from '#contract/donor-text.ts';
import type { RouteReply } from '#contract/routes.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { anonymous } from './draft.ts';
import type { NewDonation } from './use-create-donation.ts';

/**
 * A donation that was created a moment ago, from what its creation answered and what it was given: enough to pay with, while
 * the donation itself is still to be read, or cannot be.
 */
export function asCreated(
  { id, walletAddress, minAmount, expiresAt, hasAudio, token }: RouteReply<'createDonation'>,
  { linkCode, page, words, wished, wishes: { hidesName, hidesAmount } }: NewDonation,
): PublicDonation {
  return {
    id,
    linkCode,
    streamerName: page.streamerName,
    donatorName: cleanDonorText(words.donatorName) || anonymous,
    message: cleanDonorText(words.message),
    walletAddress,
    status: 'PENDING',
    minAmount,
    askedAmount: wished.askedAmount ?? null,
    amount: 0,
    missingAmount: minAmount,
    fiat: null,
    hidesName,
    hidesAmount,
    createdAt: new Date(serverNow()).toISOString(),
    expiresAt,
    paidAt: null,
    shownOnStreamAt: null,
    late: false,
    hasAudio,
    mediaUrl: null,
    onStream: {
      waitsFor: page.approvesFirst === true ? 'approval' : null,
      clip: null,
      clipMinimumAmount: page.clipMinimumAmount,
    },
    paymentSignatures: [],
    transferSignature: null,
    ...(token !== undefined && { token }),
  };
}

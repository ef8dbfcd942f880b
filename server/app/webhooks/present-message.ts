import { lamportsToSol } from '#contract/lamports.ts';
import type { DeliveryEvent, WebhookMessage } from '#contract/webhooks.ts';
import {
  nameForOthers,
  paymentSignaturesOf,
  presentBlockedFor,
  presentToken,
  presentValue,
  receivedTokenOf,
} from '#server/app/donations/present-donation.ts';
import { type Donation, statusOf } from '#server/domain/donation.ts';

/** What a message says of a donation: nothing of who asked for it from where, and no code that opens anything. */
function presentData(donation: Donation): WebhookMessage['data'] {
  const token = receivedTokenOf(donation);
  return {
    id: donation.id,
    donatorName: nameForOthers(donation),
    message: donation.message,
    amount: lamportsToSol(donation.receivedLamports),
    amountLamports: String(donation.receivedLamports),
    ...(token !== null && { token: { ...presentToken(token), amountUnits: String(token.units) } }),
    fiat: presentValue(donation.value),
    hidesName: donation.hidesName,
    hidesAmount: donation.hidesAmount,
    status: statusOf(donation),
    late: donation.late,
    hasAudio: donation.hasClip,
    isBlocked: donation.blockedAt !== null,
    blockedFor: presentBlockedFor(donation.blockedFor),
    settledHow: donation.settledHow,
    createdAt: donation.createdAt.toISOString(),
    paidAt: donation.paidAt?.toISOString() ?? null,
    shownAt: donation.shownAt?.toISOString() ?? null,
    transferredAt: donation.sweptAt?.toISOString() ?? null,
    failedAt: donation.failedAt?.toISOString() ?? null,
    paymentSignatures: paymentSignaturesOf(donation),
    transferSignature: donation.transferSignature,
  };
}

/** The body of a message as it is sent and signed. */
export function presentMessage(type: DeliveryEvent, donation: Donation, now: Date): string {
  const message: WebhookMessage = {
    version: 1,
    type,
    timestamp: now.toISOString(),
    data: presentData(donation),
  };
  return JSON.stringify(message);
}

/** The body of a test: a made-up donation with the id of nobody's. */
export function presentTest(now: Date): string {
  const message: WebhookMessage = {
    version: 1,
    type: 'test',
    timestamp: now.toISOString(),
    data: {
      id: '00000000-0000-4000-8000-000000000000',
      donatorName: 'Brava',
      message: 'This is a test. Nobody paid anything.',
      amount: 0.1,
      amountLamports: '100000000',
      fiat: null,
      hidesName: false,
      hidesAmount: false,
      status: 'RECEIVED',
      late: false,
      hasAudio: false,
      isBlocked: false,
      blockedFor: null,
      settledHow: null,
      createdAt: now.toISOString(),
      paidAt: now.toISOString(),
      shownAt: null,
      transferredAt: null,
      failedAt: null,
      paymentSignatures: [],
      transferSignature: null,
    },
  };
  return JSON.stringify(message);
}

import type { ListedDonation } from './donation.ts';

/** A donation of the streamer's list for tests: paid, not shown yet, and bare of all that it need not have. */
export function listedDonation(over: Partial<ListedDonation> = {}): ListedDonation {
  return {
    id: 'd',
    donatorName: 'Ana',
    amount: 0.1,
    fiat: null,
    message: '',
    status: 'RECEIVED',
    createdAt: '2026-11-21T12:00:00.000Z',
    isShown: false,
    settledHow: null,
    late: false,
    isBlocked: false,
    blockedFor: null,
    hidesName: false,
    hidesAmount: false,
    mediaUrl: null,
    mediaDuration: null,
    transferSignature: null,
    ...over,
  };
}

import type { DonationDraft } from '#server/app/ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';

const addressOf = async ({ user, epoch, index }: KeyPath): Promise<string> => `${user}/${epoch}/${index}`;

/** A donation in SOL of somebody's, by that link, with what a test wants of it. */
export function donationDraft(linkCode: string, given: Partial<DonationDraft> = {}): DonationDraft {
  return {
    linkCode,
    donatorName: 'Ada',
    message: '',
    expiresAt: new Date(Date.now() + 600_000),
    creator: 'somebody',
    clipName: null,
    askedLamports: null,
    hidesName: false,
    hidesAmount: false,
    token: null,
    caps: { perLink: 1000, perCreator: 1000 },
    addressOf,
    ...given,
  };
}

import type { PublicDonation } from '#contract/donation.ts';

/** What the donor wrote, as it will appear. */
export function DonationWords({ donation }: { donation: PublicDonation }) {
  return (
    <dl className="sum">
      <div>
        <dt>Name</dt>
        <dd dir="auto">{donation.donatorName}</dd>
      </div>
      {donation.message !== '' && (
        <div>
          <dt>Message</dt>
          <dd dir="auto">{donation.message}</dd>
        </div>
      )}
    </dl>
  );
}

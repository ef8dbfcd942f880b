import { useParams } from 'react-router';
import type { PublicDonation } from '#contract/donation.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { ExpiredStep } from './expired-step.tsx';
import { DonationNotFound } from './not-found.tsx';
import { PaymentStep } from './payment-step.tsx';
import { SuccessStep } from './success-step.tsx';
import { useDonation, useWatchedDonation } from './use-donation.ts';

/** /donate/:linkCode/:donationId: the donation's own address, which can be closed and opened again. */
export function DonationPage() {
  const { linkCode = '', donationId = '' } = useParams();
  const { data, error, isPending } = useDonation(donationId);
  if (isPending) return <PageSpinner />;
  if (data === undefined) {
    return (
      <DonationNotFound linkCode={linkCode} message={wordsFor(error, 'The donation could not be loaded.')} />
    );
  }
  return <Steps key={data.id} donation={data} />;
}

function Steps({ donation }: { donation: PublicDonation }) {
  const { phase, nowMs, checking } = useWatchedDonation(donation);
  if (phase === 'paid') return <SuccessStep donation={donation} />;
  if (phase === 'expired') return <ExpiredStep donation={donation} />;
  return <PaymentStep donation={donation} phase={phase} nowMs={nowMs} checking={checking} />;
}

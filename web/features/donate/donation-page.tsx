import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useDonateAddress } from './use-donate-address.ts';
import { DonationNotFound } from './donation-not-found.tsx';
import { ExpiredStep } from './expired-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { SuccessStep } from './success-step.tsx';
import { useDonation, useWatchedDonation } from './use-donation.ts';
import { useNetworkFirst } from './use-network-first.ts';
import { useStepFocus } from './use-step-focus.ts';

/** /donate/:linkCode/:donationId: the donation's own address, which can be closed and opened again. */
export function DonationPage() {
  const { linkCode, donationId } = useDonateAddress();
  const { data, error, isPending, refetch } = useDonation(donationId);
  const mayStand = useNetworkFirst(data !== undefined);
  if (isPending) return <PageSpinner label={texts('donate').loading} />;
  if (data === undefined) {
    return <DonationNotFound linkCode={linkCode} error={error} onAgain={() => void refetch()} />;
  }
  if (!mayStand) return <PageSpinner label={texts('donate').loading} />;
  return <Steps key={data.id} donation={data} />;
}

function Steps({ donation: read }: { donation: PublicDonation }) {
  const watched = useWatchedDonation(read);
  const { donation } = watched;
  useStepFocus(watched.phase);
  if (watched.phase === 'paid') return <SuccessStep donation={donation} />;
  if (watched.phase === 'expired') return <ExpiredStep donation={donation} />;
  return <PaymentStep donation={donation} watched={watched} />;
}

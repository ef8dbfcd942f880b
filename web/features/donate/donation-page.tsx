import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useDonateAddress } from './use-donate-address.ts';
import { DonationNotFound } from './donation-not-found.tsx';
import { ExpiredStep } from './expired-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { SuccessStep } from './success-step.tsx';
import { useWatchedDonation } from './use-donation.ts';
import { useFirstFacts } from './use-first-facts.ts';
import { useNetworkFirst } from './use-network-first.ts';
import { useStepFocus } from './use-step-focus.ts';

/** /donate/:linkCode/:donationId: the donation's own address, which can be closed and opened again. */
export function DonationPage() {
  const { linkCode, donationId } = useDonateAddress();
  const { data, problem, hasFailed, isAsking, askAgain } = useFirstFacts(
    queryKeys.publicDonation(donationId),
    () => donorCall('publicDonation', { params: { id: donationId } }),
  );
  const mayStand = useNetworkFirst(data !== undefined);
  if (data === undefined && problem !== null)
    return <DonationNotFound linkCode={linkCode} problem={problem} isAsking={isAsking} onAgain={askAgain} />;
  if (data === undefined || !mayStand) return <PageSpinner label={texts('donate').loading} />;
  return <Steps key={data.id} donation={data} isSecond={hasFailed} />;
}

function Steps({ donation: read, isSecond }: { donation: PublicDonation; isSecond: boolean }) {
  const watched = useWatchedDonation(read);
  const { donation } = watched;
  useStepFocus(watched.phase, isSecond);
  if (watched.phase === 'paid') return <SuccessStep donation={donation} />;
  if (watched.phase === 'expired')
    return <ExpiredStep donation={donation} isChainAway={watched.isChainAway} />;
  return <PaymentStep donation={donation} watched={watched} />;
}

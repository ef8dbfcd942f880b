import { useMutation, useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Link } from 'react-router';
import { paidStatuses, type PublicDonation } from '#contract/donation.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { amountText } from '#web/ui/amount.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { Levels } from '#web/ui/levels.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';

const murmur = ['8px', '5px', '9px', '6px', '5px', '8px', '6px', '5px', '8px'];

/** 'Donation Expired'. The address stays watched, so a late payment can still be found from here. */
export function ExpiredStep({ donation }: { donation: PublicDonation }) {
  useTitle('Donation Expired');
  return (
    <DonateLayout shape="center">
      <section className="result off" role="status">
        <Levels heights={murmur} />
        <h1 className="title">Donation Expired</h1>
        <p className="lead">This donation link has expired. Please create a new donation.</p>
        <Link className="btn primary big" to={`/donate/${donation.linkCode}`}>
          Create New Donation
        </Link>
      </section>
      <section className="panel stack" style={{ '--gap': '16px' }}>
        <h2 className="h3">Already paid?</h2>
        <p className="muted">
          The address is still watched. A payment that comes late is passed on to {donation.streamerName}, and
          it counts as a donation once the minimum is reached.
        </p>
        {donation.amount > 0 && (
          <p className="muted">
            {amountText(donation.amount)} came, less than the minimum of {amountText(donation.minAmount)}. It
            is passed on as well.
          </p>
        )}
        <CopyLine value={donation.walletAddress} label="Copy wallet address" done="Wallet address copied!" />
        <CheckAgain donationId={donation.id} />
      </section>
    </DonateLayout>
  );
}

function CheckAgain({ donationId }: { donationId: string }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => donorCall('publicDonation', { params: { id: donationId } }),
    onSuccess: (donation) => {
      queries.setQueryData(queryKeys.publicDonation(donationId), donation);
      if (!paidStatuses.includes(donation.status))
        toast('No payment has been seen yet. Please try again in a minute.');
    },
    onError: (error) => toast.error(wordsFor(error, 'The donation could not be checked. Please try again.')),
  });
  return (
    <button
      type="button"
      className="btn outline tap block"
      disabled={check.isPending}
      onClick={() => check.mutate()}
    >
      <RefreshCw className="i" />
      I already paid: check again
    </button>
  );
}

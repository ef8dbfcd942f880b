import { useMutation, useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { paidStatuses, type PublicDonation } from '#contract/donation.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { hasCome } from '#web/ui/amount.tsx';
import { toast } from '#web/ui/toasts.ts';
import { leastToSend, moneyWords } from './money-words.ts';

/** Asks once more whether a payment has come, and says what was found. */
export function CheckAgain({ donationId }: { donationId: string }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => donorCall('publicDonation', { params: { id: donationId } }),
    onSuccess: (donation) => {
      queries.setQueryData(queryKeys.publicDonation(donationId), donation);
      if (!paidStatuses.includes(donation.status)) toast(whatIsMissing(donation));
    },
    onError: (error) => toast.error(wordsFor(error, texts('donate').expired.checkFailed)),
  });
  return (
    <button
      type="button"
      className="btn outline tap block"
      aria-disabled={check.isPending}
      aria-busy={check.isPending}
      onClick={() => {
        if (!check.isPending) check.mutate();
      }}
    >
      {check.isPending ? <span className="spin" /> : <RefreshCw className="i" />}
      {texts('donate').expired.again}
    </button>
  );
}

function whatIsMissing(donation: PublicDonation): string {
  const { expired } = texts('donate');
  if (!hasCome(donation)) return expired.notSeen;
  const least = leastToSend(donation);
  const missing = expired.stillMissing(moneyWords(donation).missing);
  return least === null ? missing : `${missing} ${expired.emptied(least)}`;
}

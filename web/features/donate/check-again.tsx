import { useMutation, useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { paidStatuses, type PublicDonation } from '#contract/donation.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { texts } from '#web/texts/texts.ts';
import { hasCome } from '#web/ui/amount.tsx';
import { toast } from '#web/ui/toasts.ts';
import { leastToSend, moneyWords } from './money-words.ts';

/** What reading an address, and recording what came, takes at most on most days. */
const readingMs = 2000;
const longestWaitMs = 8000;

/** Has the address read and says what was found there. */
export function CheckAgain({ donationId }: { donationId: string }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: async () => {
      await untilLookedAt(donationId);
      const params = { id: donationId };
      const [donation, { chainAway = false }] = await Promise.all([
        donorCall('publicDonation', { params }),
        donorCall('donationStatus', { params }),
      ]);
      return { donation, chainAway };
    },
    onSuccess: ({ donation, chainAway }) => {
      queries.setQueryData(queryKeys.publicDonation(donationId), donation);
      if (paidStatuses.includes(donation.status)) return;
      const { unseen, unseenText } = texts('donation').payment;
      toast(chainAway ? `${unseen} ${unseenText}` : whatIsMissing(donation));
    },
    onError: (error) => toast.error(wordsFor(error, texts('donation').expired.checkFailed)),
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
      {check.isPending ? texts('donation').payment.checking : texts('donation').expired.again}
    </button>
  );
}

/** Ends once the server has read the address; at once where it reads it in its turn alone, as one that is asked too often. */
async function untilLookedAt(id: string): Promise<void> {
  try {
    const { readAt } = await donorCall('lookForPayment', { params: { id } });
    const waitMs = Date.parse(readAt) - serverNow() + readingMs;
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, longestWaitMs)));
  } catch (error) {
    console.info('The address is read in its turn.', error);
  }
}

function whatIsMissing(donation: PublicDonation): string {
  const { expired } = texts('donation');
  if (!hasCome(donation)) return expired.notSeen;
  const least = leastToSend(donation);
  const missing = expired.stillMissing(moneyWords(donation).missing);
  return least === null ? missing : `${missing} ${expired.emptied(least)}`;
}

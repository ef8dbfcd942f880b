import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { CallProblem } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { sumText } from '#web/ui/amount.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type DonationPhase, donationPhase } from './donation-phase.ts';
import { followDonation } from './follow-donation.ts';
import { useOnline } from './use-online.ts';

/** Status polling (spec §7). */
const pollMs = 5000;

/** A donation by its id, as its own page shows it. */
export function useDonation(id: string) {
  return useQuery({
    queryKey: queryKeys.publicDonation(id),
    queryFn: () => donorCall('publicDonation', { params: { id } }),
  });
}

/** What a donor's page knows beside the donation itself. */
export interface Watched {
  phase: DonationPhase;
  nowMs: number;
  /** A status check is under way. */
  checking: boolean;
  /** The last check got no answer, or the browser has no network: what is shown is what was last known. */
  isCutOff: boolean;
}

/**
 * Keeps a donation current: polls its status at once and every 5 seconds while it waits, and hears of changes over the
 * socket all the time. Says in a toast when the wait ends.
 */
export function useWatchedDonation(donation: PublicDonation): Watched {
  const queries = useQueryClient();
  const { id } = donation;
  const nowMs = useNow(1000, donation.status === 'PENDING');
  const phase = donationPhase(donation, nowMs);

  const status = useQuery({
    queryKey: queryKeys.donationStatus(id),
    queryFn: () => donorCall('donationStatus', { params: { id } }),
    enabled: phase === 'waiting',
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
  useEffect(() => {
    if (status.error !== null) console.warn('The status could not be checked.', status.error);
  }, [status.error]);

  const seen = status.data;
  useEffect(() => {
    if (seen === undefined) return;
    const known = queries.getQueryData<PublicDonation>(queryKeys.publicDonation(id));
    if (
      known?.status === seen.status &&
      known.amount === seen.amount &&
      known.token?.amount === seen.token?.amount
    )
      return;
    void queries.invalidateQueries({ queryKey: queryKeys.publicDonation(id) });
  }, [queries, id, seen]);

  useEffect(
    () =>
      followDonation(id, (updated) => {
        queries.setQueryData(queryKeys.publicDonation(id), updated);
        void queries.invalidateQueries({ queryKey: queryKeys.publicDonation(id) });
      }),
    [queries, id],
  );

  useEndOfWait(phase, sumText(donation));
  const isUnanswered = status.error instanceof CallProblem && !status.error.fromServer;
  const isOnline = useOnline();
  const isCutOff = phase === 'waiting' && (isUnanswered || !isOnline);
  return { phase, nowMs, checking: status.isFetching, isCutOff };
}

/** Toasts when a wait that this page has seen ends; a page opened afterwards says it on the page alone. */
function useEndOfWait(phase: DonationPhase, came: string): void {
  const before = useRef(phase);
  useEffect(() => {
    const was = before.current;
    before.current = phase;
    if (was === phase) return;
    const { payment } = texts('donate');
    if (phase === 'paid') toast.success(payment.received(came));
    if (phase === 'expired') toast.error(payment.expiredToast);
    if (phase === 'failed') toast.error(payment.failedToast);
  }, [phase, came]);
}

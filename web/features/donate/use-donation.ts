import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deletedStreamer, type PublicDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { CallProblem } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { sumText } from '#web/ui/amount.tsx';
import { toast, unspoken } from '#web/ui/toasts.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type DonationPhase, donationPhase } from './donation-phase.ts';
import { followDonation } from './follow-donation.ts';
import { useOnline } from './use-online.ts';
import { withStatus } from './with-status.ts';

/** Status polling (spec §7). */
const pollMs = 5000;
/** More than from the end of one check to the end of the next: a page on which none has ended for so long was asleep. */
const asleepMs = 20_000;

/** What a donor's page knows. */
export interface Watched {
  /** With what the last status check has told, also where the donation itself could not be read since. */
  donation: PublicDonation;
  phase: DonationPhase;
  nowMs: number;
  /** A status check is under way. */
  checking: boolean;
  /** The last check got no answer that tells anything, or the browser has no network: what is shown is what was last known. */
  isCutOff: boolean;
  /** The server hears nothing new of the chain, or did not when the time ended and has not looked since. */
  isChainAway: boolean;
}

/**
 * Keeps a donation current: polls its status at once and every 5 seconds while it waits, and hears of changes over the
 * socket all the time. Says in a toast when the wait ends.
 */
export function useWatchedDonation(read: PublicDonation): Watched {
  const queries = useQueryClient();
  const { id } = read;
  const nowMs = useNow(1000, read.status === 'PENDING');
  const { status, wasUnseen, knownUntilMs } = useStatusChecks(read, nowMs);

  useEffect(
    () =>
      followDonation(id, (updated) => {
        queries.setQueryData(queryKeys.publicDonation(id), updated);
        void queries.invalidateQueries({ queryKey: queryKeys.publicDonation(id) });
      }),
    [queries, id],
  );

  const donation = nameStreamer(withStatus(read, status.data));
  // What came while the page slept is asked before the end of the countdown is believed.
  const phase = donationPhase(donation, Math.min(nowMs, knownUntilMs));
  // A server whose database is away knows no more than one that is away itself.
  const isUnanswered =
    status.error instanceof CallProblem && (!status.error.fromServer || status.error.status >= 500);
  const isOnline = useOnline();
  const isCutOff = phase === 'waiting' && (isUnanswered || !isOnline);
  const isChainAway =
    isUnseen(read, status.data) || (phase === 'expired' && read.status === 'PENDING' && wasUnseen);
  useEndOfWait(phase, sumText(donation), isChainAway);
  return { donation, phase, nowMs, checking: status.isFetching, isCutOff, isChainAway };
}

/** Whether a payment of it may have been made that the server cannot see. */
function isUnseen({ status }: PublicDonation, seen: RouteReply<'donationStatus'> | undefined): boolean {
  return status === 'PENDING' && seen?.chainAway === true;
}

/** The name of a deleted account is words of ours. */
function nameStreamer(donation: PublicDonation): PublicDonation {
  if (donation.streamerName !== deletedStreamer) return donation;
  return { ...donation, streamerName: texts('donation').deletedStreamer };
}

/**
 * Checks the status while the donation waits, once payments could not be seen until the server has decided, and beyond that
 * until what a check has told can be read in the donation itself. One that is opened too late is checked once.
 * `knownUntilMs` is how long, by the server's clock, the last check holds.
 */
function useStatusChecks(read: PublicDonation, nowMs: number) {
  const queries = useQueryClient();
  const [openedAtMs] = useState(Date.now);
  const [wasUnseen, setWasUnseen] = useState(false);
  const { id } = read;
  const queryKey = queryKeys.donationStatus(id);
  const knownUntil = (ended: { dataUpdatedAt: number; errorUpdatedAt: number }) =>
    serverNow(Math.max(openedAtMs, ended.dataUpdatedAt, ended.errorUpdatedAt) + asleepMs);
  const status = useQuery({
    queryKey,
    queryFn: async () => {
      const seen = await donorCall('donationStatus', { params: { id } });
      readIfChanged(queries, id, seen);
      return seen;
    },
    enabled: ({ state }) =>
      donationPhase(read, Math.min(nowMs, knownUntil(state))) === 'waiting' ||
      (read.status === 'PENDING' && state.dataUpdateCount + state.errorUpdateCount === 0) ||
      (wasUnseen && read.status === 'PENDING') ||
      withStatus(read, state.data) !== read,
    // A device that wakes may have no network for a moment: the first check that fails then is made once more.
    retry: (failures) => {
      const state = queries.getQueryState(queryKey);
      return failures === 0 && state !== undefined && knownUntil(state) < serverNow();
    },
    retryDelay: pollMs,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
  if (!wasUnseen && isUnseen(read, status.data)) setWasUnseen(true);
  const { error } = status;
  useEffect(() => {
    if (error !== null) console.warn('The status could not be checked.', error);
  }, [error]);
  return { status, wasUnseen, knownUntilMs: knownUntil(status) };
}

/** Reads a donation anew when a check has told something else. Asked with every check, as a reading may fail. */
function readIfChanged(queries: QueryClient, id: string, seen: RouteReply<'donationStatus'>): void {
  const queryKey = queryKeys.publicDonation(id);
  const known = queries.getQueryData<PublicDonation>(queryKey);
  if (
    known?.status === seen.status &&
    known.amount === seen.amount &&
    known.token?.amount === seen.token?.amount
  )
    return;
  // A reading that is under way is let end: it may take longer than until the next check.
  void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/**
 * Toasts when a wait that this page has seen ends; a page opened afterwards says it on the page alone.
 * Heard is what the page says.
 */
function useEndOfWait(phase: DonationPhase, came: string, isChainAway: boolean): void {
  const before = useRef(phase);
  useEffect(() => {
    const was = before.current;
    before.current = phase;
    if (was === phase) return;
    const { payment } = texts('donation');
    if (phase === 'paid') toast.success(payment.received(came), unspoken);
    if (phase === 'expired' && !isChainAway) toast.error(payment.expiredToast, unspoken);
    if (phase === 'failed') toast.error(payment.failedToast, unspoken);
  }, [phase, came, isChainAway]);
}

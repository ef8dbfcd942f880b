import type { HistoryStep } from '#contract/donation-history.ts';
import type { SettledHow } from '#contract/donation.ts';
import { Problem } from '#contract/problem.ts';
import { type AlertFacts, alertStateOf, isOnStream } from '#server/domain/alert.ts';
import type { Donation } from '#server/domain/donation.ts';
import type { Ports } from '#server/app/ports.ts';
import { toldPaymentsOf } from './present-donation.ts';

/** An alert of a donation with who did what to it; null where nobody did, or it was not stored yet. */
export interface PastAlert extends AlertFacts {
  kind: 'payment' | 'replay';
  /** When a replay was asked for. */
  askedAt: Date;
  askedBy: string | null;
  approvedBy: string | null;
  /** Why it was held; empty also where that was not stored yet. */
  heldFor: readonly string[];
  settledBy: string | null;
}

/** What happened to a streamer's donation, oldest first. Throws `Problem('donation_not_found')`, also for another's. */
export async function readDonationHistory(
  { donations }: Pick<Ports, 'donations'>,
  { userId, donationId }: { userId: string; donationId: string },
): Promise<{ steps: HistoryStep[] }> {
  const donation = await donations.find(donationId);
  if (donation === null || donation.userId !== userId) throw new Problem('donation_not_found');
  return { steps: historyOf(donation, await donations.listAlerts(donation.id)) };
}

/** The steps that the facts tell, and no others; at the same time in the order in which such things happen. */
export function historyOf(donation: Donation, alerts: readonly PastAlert[]): HistoryStep[] {
  const { createdAt, paidAt, late, expiredAt, failedAt, shownAt, settledHow, blockedAt, sweptAt } = donation;
  const later = [
    ...toldPaymentsOf(donation).map(({ signature, amount, at, isFinal }) => ({
      ...step('payment', at),
      signature,
      amount,
      isFinal,
    })),
    step(late ? 'paidLate' : 'paid', paidAt),
    step('expired', expiredAt),
    step('failed', failedAt),
    ...alerts.flatMap(stepsOfAlert),
    // It was marked before it had an alert, or has none.
    step('marked', alerts.length === 0 && settledHow === 'marked' ? shownAt : null),
    step('blocked', blockedAt),
    {
      ...step('transferred', sweptAt),
      ...(donation.transferSignature !== null && { signature: donation.transferSignature }),
    },
  ]
    .filter((one): one is HistoryStep => one.at !== undefined)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  // Blocks bear whole seconds: by them what is paid at once would come before it was created.
  return [{ what: 'created', at: createdAt.toISOString() }, ...later];
}

const settledSteps: Record<SettledHow, HistoryStep['what']> = {
  overlay: 'shown',
  marked: 'marked',
  skipped: 'skipped',
  dismissed: 'dismissed',
  rejected: 'rejected',
};

type Step = Omit<HistoryStep, 'at'> & { at: string | undefined };

function stepsOfAlert(alert: PastAlert): Step[] {
  const { kind, askedAt, askedBy, heldAt, heldFor, approvedAt, approvedBy, isMasked } = alert;
  // Since it is stored why an alert is held, it is stored who approved it.
  const isUndecided = approvedBy === null && heldFor.length > 0;
  const { sentAt, settledAt, settledHow, settledBy } = alert;
  return [
    // One without a name was put back by taking a block off the list, and is as old as its payment.
    step('replayed', kind === 'replay' && askedBy !== null ? askedAt : null, askedBy),
    step('held', heldAt),
    {
      ...step('approved', approvedAt, approvedBy),
      ...(isMasked && { isMasked }),
      ...(isUndecided && { isUndecided }),
    },
    waitingStep(alert),
    step('sent', sentAt),
    step(settledHow === null ? 'shown' : settledSteps[settledHow], settledAt, settledBy),
  ];
}

/** Since when it waits, while it does. */
function waitingStep(alert: PastAlert): Step {
  const state = alertStateOf(alert);
  if (state === 'tray') return step('tray', alert.trayedAt);
  return step('queued', state === 'queue' && !isOnStream(alert) ? alert.queuedAt : null);
}

function step(what: HistoryStep['what'], at: Date | null, who: string | null = null): Step {
  return { what, at: at?.toISOString(), ...(who !== null && { who }) };
}

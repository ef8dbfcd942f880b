import Clock from 'lucide-react/icons/clock';
import Unplug from 'lucide-react/icons/unplug';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { amountText } from '#web/ui/amount.tsx';

/** Part of the minimum has come: how much, and what is missing (decisions, 'Underpayment'). */
export function PartNote({ donation }: { donation: PublicDonation }) {
  const { payment } = texts('donate');
  return (
    <div className="live-note" role="status">
      {donation.status === 'PENDING' && donation.amount > 0 && (
        <div className="note warn">
          <Clock className="i" />
          <p>
            <b>{payment.arrived(amountText(donation.amount))}</b>{' '}
            {payment.missing(amountText(donation.missingAmount))}
          </p>
        </div>
      )}
    </div>
  );
}

/** The page cannot hear of a payment right now. */
export function ConnectionNote({ isCutOff }: { isCutOff: boolean }) {
  const { payment } = texts('donate');
  return (
    <div className="live-note" role="status">
      {isCutOff && (
        <div className="note">
          <Unplug className="i" />
          <p>
            <b>{payment.notConnected}</b> {payment.notConnectedText}
          </p>
        </div>
      )}
    </div>
  );
}

/** How long the address is good for. */
export function ValidNote() {
  const { payment } = texts('donate');
  return (
    <div className="note warn">
      <Clock className="i" />
      <p>
        <b>{payment.validFor}</b> {payment.onceConfirmed}
      </p>
    </div>
  );
}

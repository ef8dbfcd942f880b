import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { sumText } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { pillText } from './donation-phase.ts';
import type { Watched } from './use-donation.ts';

/** Where the payment is, and whether it is being looked at right now. */
export function StatusLine({ donation, watched }: { donation: PublicDonation; watched: Watched }) {
  return (
    <div className="status">
      <StatusPill status={donation.status}>{pillText(watched.phase, sumText(donation))}</StatusPill>
      {watched.checking && (
        <span className="small muted checking">
          <span className="spin" />
          {texts('donation').payment.checking}
        </span>
      )}
    </div>
  );
}

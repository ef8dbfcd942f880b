import Clock from 'lucide-react/icons/clock';
import Info from 'lucide-react/icons/info';
import Unplug from 'lucide-react/icons/unplug';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { amountText, hasCome } from '#web/ui/amount.tsx';
import { moneyWords } from './money-words.ts';

/** Part of the minimum has come: how much, and what is missing (decisions, 'Underpayment'). */
export function PartNote({ donation }: { donation: PublicDonation }) {
  const { payment } = texts('donation');
  const { came, missing, minimum, chosen } = moneyWords(donation);
  return (
    <div className="live-note" role="status">
      {donation.status === 'PENDING' && hasCome(donation) && (
        <div className="note warn">
          <Clock className="i" />
          <p>
            <b>{payment.arrived(came)}</b> {payment.missing(missing, minimum)}
            {chosen !== null && ` ${payment.chosenBefore(chosen)}`}
          </p>
        </div>
      )}
      <SolBeside donation={donation} />
    </div>
  );
}

/** SOL that came to a donation in a token: it pays for nothing, and is not lost. */
export function SolBeside({ donation }: { donation: PublicDonation }) {
  const { payment } = texts('donation');
  const { amount, token, streamerName } = donation;
  if (token === undefined || amount === 0) return null;
  return (
    <div className="note">
      <Info className="i" />
      <p>
        <b>{payment.arrived(amountText(amount))}</b> {payment.solBeside(token.symbol, streamerName)}
      </p>
    </div>
  );
}

interface ConnectionNoteProps {
  isCutOff?: boolean;
  isChainAway: boolean;
}

/** The page cannot hear of a payment right now, or the server cannot see one. */
export function ConnectionNote({ isCutOff = false, isChainAway }: ConnectionNoteProps) {
  const { payment } = texts('donation');
  return (
    <div className="live-note" role="status">
      {(isCutOff || isChainAway) && (
        <div className="note">
          <Unplug className="i" />
          <p>
            <b>{isCutOff ? payment.notConnected : payment.unseen}</b>{' '}
            {isCutOff ? payment.notConnectedText : payment.unseenText}
          </p>
        </div>
      )}
    </div>
  );
}

/** A wallet was to be opened, and the page is still there: this device may have none. */
export function WalletNote({ isUnopened }: { isUnopened: boolean }) {
  const { payment } = texts('donation');
  return (
    <div className="live-note" role="status">
      {isUnopened && (
        <div className="note">
          <Info className="i" />
          <p>
            <b>{payment.noWallet}</b> {payment.noWalletText}
          </p>
        </div>
      )}
    </div>
  );
}

/** How long the address is good for, what the donation waits for to appear, and that nobody has to wait here for it. */
export function ValidNote({ donation }: { donation: PublicDonation }) {
  const { payment, success } = texts('donation');
  const isApprovedFirst = donation.onStream?.waitsFor === 'approval';
  return (
    <div className="note warn">
      <Clock className="i" />
      <p>
        <b>{payment.validFor}</b> {isApprovedFirst ? payment.onceApproved : payment.onceConfirmed}{' '}
        {success.comeBack}
      </p>
    </div>
  );
}

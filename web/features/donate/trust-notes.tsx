import Clock from 'lucide-react/icons/clock';
import Hand from 'lucide-react/icons/hand';
import Wallet from 'lucide-react/icons/wallet';
import { texts } from '#web/texts/texts.ts';

/** What a donor may ask before paying. `below` is the copy that phones show after the panel. */
export function TrustNotes({ streamerName, below = false }: { streamerName: string; below?: boolean }) {
  const { trust } = texts('donate');
  return (
    <ul className={below ? 'trust below' : 'trust'}>
      <li>
        <Wallet className="i" />
        <span>
          <b>{trust.whoTitle(streamerName)}</b>
          {trust.who}
        </span>
      </li>
      <li>
        <Clock className="i" />
        <span>
          <b>{trust.lateTitle}</b>
          {trust.late}
        </span>
      </li>
      <li>
        <Hand className="i" />
        <span>
          <b>{trust.accountTitle}</b>
          {trust.account}
        </span>
      </li>
    </ul>
  );
}

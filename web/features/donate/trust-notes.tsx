import Clock from 'lucide-react/icons/clock';
import Hand from 'lucide-react/icons/hand';
import Wallet from 'lucide-react/icons/wallet';

/** What a donor may ask before paying. `below` is the copy that phones show after the panel. */
export function TrustNotes({ streamerName, below = false }: { streamerName: string; below?: boolean }) {
  return (
    <ul className={below ? 'trust below' : 'trust'}>
      <li>
        <Wallet className="i" />
        <span>
          <b>It goes to {streamerName}</b>
          You pay to a one-time address; what arrives is passed on to the streamer’s wallet, less the network
          fee.
        </span>
      </li>
      <li>
        <Clock className="i" />
        <span>
          <b>Late or too little?</b>
          The address is watched after it expires. Parts add up until the minimum is reached, and what arrives
          is passed on.
        </span>
      </li>
      <li>
        <Hand className="i" />
        <span>
          <b>No account needed</b>
          Pay from any Solana wallet. Your name and message are optional.
        </span>
      </li>
    </ul>
  );
}

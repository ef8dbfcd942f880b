import Clock from 'lucide-react/icons/clock';
import Link2 from 'lucide-react/icons/link-2';
import Hand from 'lucide-react/icons/hand';
import Wallet from 'lucide-react/icons/wallet';
import type { Token } from '#contract/tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { channelText } from '#web/ui/channel-text.ts';

interface TrustNotesProps {
  streamerName: string;
  /** What the donation is paid in, if not SOL: its transfers are paid for by the house. */
  token?: Pick<Token, 'symbol'> | undefined;
  /** Where the streamer says that they can be seen, as whole https addresses. */
  channels?: readonly string[] | undefined;
  below?: boolean;
}

/** What a donor may ask before paying. `below` is the copy that phones show after the panel. */
export function TrustNotes({ streamerName, token, channels = [], below = false }: TrustNotesProps) {
  const { trust } = texts('donate');
  return (
    <ul className={below ? 'trust below' : 'trust'}>
      <li>
        <Wallet className="i" />
        <span>
          <b>{trust.whoTitle(streamerName)}</b>
          {token === undefined ? trust.who : trust.whoInToken(token.symbol)}
        </span>
      </li>
      {channels.length > 0 && (
        <li>
          <Link2 className="i" />
          <span>
            <b>{trust.channelsTitle(streamerName)}</b>
            {trust.channels}
            <span className="links">
              {channels.map((channel) => (
                <a
                  key={channel}
                  className="link"
                  href={channel}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                >
                  {channelText(channel)}
                </a>
              ))}
            </span>
          </span>
        </li>
      )}
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
          <span className="links">
            <a className="link" href="/guide/paying" target="_blank" rel="noopener">
              {trust.guide}
            </a>
          </span>
        </span>
      </li>
    </ul>
  );
}

import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import type { AdminStreamer } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { shortAddress, timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { StreamerPills } from './streamer-pills.tsx';
import { written } from '#web/ui/written-number.ts';

/** One account; the whole row leads to it. */
export function StreamerRow({ streamer }: { streamer: AdminStreamer }) {
  const words = texts('admin').streamers;
  const nowMs = useNow(30_000);
  return (
    <li>
      <Avatar name={streamer.username} />
      <div className="nm">
        <Link className="clip" to={`/admin/streamers/${streamer.id}`}>
          {streamer.username}
        </Link>
        <p className="micro faint mono">{shortAddress(streamer.walletAddress)}</p>
      </div>
      <div className="pl">
        <StreamerPills streamer={streamer} />
      </div>
      <p className="se small muted">
        {streamer.seenAt === null ? words.notSignedIn : words.seen(timeAgo(streamer.seenAt, nowMs))}
      </p>
      <div className="sm">
        <Amount sol={streamer.amount} />
        <p className="micro faint num">{words.paid(streamer.donations, written(streamer.donations))}</p>
      </div>
      <ChevronRight className="i s faint go" aria-hidden="true" />
    </li>
  );
}

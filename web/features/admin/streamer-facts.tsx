import CircleOff from 'lucide-react/icons/circle-off';
import { Link } from 'react-router';
import type { AdminStreamerDetails } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { formatDate, timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { written } from '#web/ui/written-number.ts';
import { FactList } from './fact-list.tsx';

/** That the link is closed, since when, and what that means. */
export function SuspendedSince({ at }: { at: string }) {
  const words = texts('admin').streamer;
  return (
    <div className="note danger">
      <CircleOff className="i" aria-hidden="true" />
      <p>
        <strong>{words.suspendedSince(formatDate(at))}</strong> {words.suspendedMore}
      </p>
    </div>
  );
}

/** What is known of an account: what it was paid, its addresses, its settings. */
export function StreamerFacts({ streamer }: { streamer: AdminStreamerDetails }) {
  return (
    <>
      <PaidTiles streamer={streamer} />
      <div className="grid c12">
        <section className="card s6" aria-labelledby="addresses">
          <header>
            <h3 className="h3" id="addresses">
              {texts('admin').streamer.link}
            </h3>
          </header>
          <Addresses streamer={streamer} />
        </section>
        <section className="card s6" aria-labelledby="account">
          <header>
            <h3 className="h3" id="account">
              {texts('admin').streamer.account}
            </h3>
            <Link className="link small" to={`/admin/log?name=${encodeURIComponent(streamer.username)}`}>
              {texts('admin').streamer.entries}
            </Link>
          </header>
          <Account streamer={streamer} />
        </section>
      </div>
    </>
  );
}

function PaidTiles({ streamer }: { streamer: AdminStreamerDetails }) {
  const words = texts('admin').streamer;
  const nowMs = useNow(30_000);
  return (
    <dl className="stats">
      <div className="stat">
        <dt className="label">{words.donations}</dt>
        <dd className="fig">{written(streamer.donations)}</dd>
      </div>
      <div className="stat wide">
        <dt className="label">{words.amount}</dt>
        <dd className="fig">
          <Amount sol={streamer.amount} />
        </dd>
      </div>
      <div className="stat">
        <dt className="label">{words.lastPaid}</dt>
        <dd className="fig mid">
          {streamer.lastPaidAt === null ? words.never : timeAgo(streamer.lastPaidAt, nowMs)}
        </dd>
      </div>
    </dl>
  );
}

function Addresses({ streamer }: { streamer: AdminStreamerDetails }) {
  const words = texts('admin').streamer;
  return (
    <div className="stack">
      <CopyLine value={streamer.donationUrl} label={words.copyLink} done={words.linkCopied} />
      <div className="field">
        <span className="flabel">{words.wallet}</span>
        <CopyLine value={streamer.walletAddress} label={words.copyWallet} done={words.walletCopied} />
      </div>
      <div className="field">
        <span className="flabel">{words.payout}</span>
        <p className={streamer.payoutAddress === null ? 'small muted' : 'addr'}>
          {streamer.payoutAddress ?? words.payoutOwn}
        </p>
      </div>
    </div>
  );
}

function Account({ streamer }: { streamer: AdminStreamerDetails }) {
  const words = texts('admin').streamer;
  return (
    <FactList
      facts={[
        [words.registered, formatDate(streamer.createdAt)],
        [words.accepting, streamer.acceptingDonations ? words.yes : words.no],
        [words.minimum, <Amount key="minimum" sol={streamer.minDonationAmount} isExact />],
        [words.open, written(streamer.openDonations)],
        [words.unswept, written(streamer.unsweptDonations)],
        [words.overlays, written(streamer.openOverlays)],
        [words.timeZone, streamer.timeZone.replaceAll('_', ' ')],
      ]}
    />
  );
}

import { Link } from 'react-router';
import type { ListedDonation } from '#contract/donation.ts';
import { AlertPill } from '#web/features/donations/alert-pill.tsx';
import { BlockPill } from '#web/features/donations/block-pill.tsx';
import { alertNote, blockWords } from '#web/features/donations/donation-list.ts';
import { texts } from '#web/texts/texts.ts';
import { hasCome, SumAmount } from '#web/ui/amount.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { FiatThen } from '#web/ui/fiat.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Levels } from '#web/ui/levels.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';

/** Recent donations, five at most: paid ones and, where there is room, unpaid ones. One without money has no amount. */
export function RecentDonations({ donations }: { donations: readonly ListedDonation[] }) {
  const words = texts('dashboard').recent;
  return (
    <section className="card s5" aria-labelledby="recent">
      <header>
        <h2 className="h3" id="recent">
          {words.title}
        </h2>
        <Link className="link small" to="/app/donations">
          {words.all}
        </Link>
      </header>
      {donations.length === 0 && (
        <div className="empty recent-none">
          <Levels />
          <p className="muted">{words.none}</p>
        </div>
      )}
      <ul className="rows recent">
        {donations.map((donation) => (
          <Row key={donation.id} donation={donation} />
        ))}
      </ul>
    </section>
  );
}

function Row({ donation }: { donation: ListedDonation }) {
  const { createdAt, fiat, status } = donation;
  const donatorName = donorNameOf(donation);
  const hasMoney = hasCome(donation);
  const note = alertNote(donation);
  return (
    <li className={hasMoney ? 'row' : 'row no-money'}>
      <Avatar name={donatorName} small />
      <div className="grow">
        <div className="clip name" dir="auto" title={donatorName}>
          {donatorName}
        </div>
        <div className="micro faint num">{formatDate(createdAt)}</div>
      </div>
      <span className="recent-end">
        {hasMoney && (
          <span className="small num">
            <SumAmount sum={donation} />
          </span>
        )}
        <FiatThen fiat={fiat} />
        {blockWords(donation) !== 'only' && <StatusPill status={status} />}
        {note !== null && <AlertPill note={note} />}
        <BlockPill donation={donation} />
      </span>
    </li>
  );
}

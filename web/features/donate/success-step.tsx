import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PublicDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { Amount } from '#web/ui/amount.tsx';
import { formatDate, shortAddress } from '#web/ui/format.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { explorerLink } from './explorer-link.ts';
import { Meter } from './meter.tsx';
import { isStillToCome, streamWords } from './stream-words.ts';

const applause = ['22%', '38%', '64%', '100%', '84%', '92%', '58%', '40%', '26%'];

/** 'Thank You!' and where the donation is now. */
export function SuccessStep({ donation }: { donation: PublicDonation }) {
  useTitle('Thank You!');
  const queries = useQueryClient();
  // Known only to somebody who came from the form; it is not worth a call.
  const page = queries.getQueryData<RouteReply<'donationPage'>>(queryKeys.donationPage(donation.linkCode));
  const isLookedAt = page?.isModerated === true && isStillToCome(donation);
  return (
    <DonateLayout shape="center">
      <section className="result" role="status">
        <Levels heights={applause} />
        <h1 className="display loud">Thank You!</h1>
        <p className="lead">
          Your donation of <Amount sol={donation.amount} /> has been received!
        </p>
        <p className="muted">{streamWords(donation)}</p>
        {isLookedAt && <p className="muted">The streamer may look at it first.</p>}
      </section>
      <section className="panel paid stack" style={{ '--gap': '24px' }}>
        <Meter donation={donation} />
        <dl className="tx">
          {donation.paymentSignatures.map((signature) => (
            <div key={signature}>
              <dt>Paid by you</dt>
              <dd>
                <Signature signature={signature} />
              </dd>
            </div>
          ))}
          <div>
            <dt>Passed on to {donation.streamerName}</dt>
            <dd>
              {donation.transferSignature === null ? (
                <span className="muted">Not yet</span>
              ) : (
                <Signature signature={donation.transferSignature} />
              )}
            </dd>
          </div>
          <div>
            <dt>Shown on stream</dt>
            <dd className="muted">
              {donation.shownOnStreamAt === null ? 'Not yet' : formatDate(donation.shownOnStreamAt)}
            </dd>
          </div>
        </dl>
        <p className="hint">You can close this page and come back: it keeps its own address.</p>
        <Link className="btn outline tap block" to={`/donate/${donation.linkCode}`}>
          Send another donation
        </Link>
      </section>
    </DonateLayout>
  );
}

function Signature({ signature }: { signature: string }) {
  const link = explorerLink(useConfig(), signature);
  if (link === null) {
    return (
      <span className="mono" title={signature}>
        {shortAddress(signature)}
      </span>
    );
  }
  return (
    <a className="link mono" href={link} target="_blank" rel="noreferrer">
      {shortAddress(signature)}
    </a>
  );
}

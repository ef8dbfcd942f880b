import { useEffect } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { explorerLink } from '#web/lib/explorer-link.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { locale } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, SumAmount, TokenAmount } from '#web/ui/amount.tsx';
import { fiatText } from '#web/ui/fiat-text.ts';
import { formatDate, shortAddress } from '#web/ui/format.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { nameAgain } from './draft.ts';
import { HiddenNote } from './hidden-note.tsx';
import { keepPaidDonation } from './last-donation.ts';
import { Meter } from './meter.tsx';
import { SolBeside } from './payment-notes.tsx';
import { streamWords } from './stream-words.ts';
import { WordsAgainLink } from './words-again-link.tsx';

const applause = ['22%', '38%', '64%', '100%', '84%', '92%', '58%', '40%', '26%'];

/** 'Thank You!' and where the donation is now. */
export function SuccessStep({ donation }: { donation: PublicDonation }) {
  const { success } = texts('donation');
  useTitle(success.title);
  const { linkCode, id } = donation;
  useEffect(() => keepPaidDonation(linkCode, id), [linkCode, id]);
  return (
    <DonateLayout shape="center">
      <section className="result">
        <Levels heights={applause} />
        <h1 className="display loud">{success.title}</h1>
        {/* Said when it comes or changes; the heading that takes the focus says itself. */}
        <div className="stack" style={{ '--gap': '16px' }} role="status">
          <p className="lead">
            {success.before}
            <SumAmount sum={donation} />
            {success.after}
          </p>
          {donation.fiat != null && (
            <p className="muted num">{success.worth(fiatText(donation.fiat, locale()))}</p>
          )}
          <HiddenNote donation={donation} />
          <p className="muted">{streamWords(donation).join(' ')}</p>
          <SolBeside donation={donation} />
        </div>
      </section>
      <section className="panel paid stack" style={{ '--gap': '24px' }}>
        <Meter donation={donation} />
        <dl className="tx">
          {donation.paymentSignatures.map((signature, place) => (
            <div key={signature}>
              <dt>
                {success.paidByYou} <Part donation={donation} place={place} />
              </dt>
              <dd>
                <Signature signature={signature} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{success.passedOn(donation.streamerName)}</dt>
            <dd>
              {donation.transferSignature === null ? (
                <span className="muted">{success.notYet}</span>
              ) : (
                <Signature signature={donation.transferSignature} />
              )}
            </dd>
          </div>
          {!hasEndedUnshown(donation) && (
            <div>
              <dt>{success.shownOnStream}</dt>
              <dd className="muted">
                {donation.shownOnStreamAt === null ? success.notYet : formatDate(donation.shownOnStreamAt)}
              </dd>
            </div>
          )}
        </dl>
        <p className="hint">{success.comeBack}</p>
        <WordsAgainLink donation={donation} again={nameAgain} className="btn outline tap block">
          {success.another}
        </WordsAgainLink>
      </section>
    </DonateLayout>
  );
}

/** What one payment of several brought, to the last lamport: a small part would be cut off to nothing. */
function Part({ donation, place }: { donation: PublicDonation; place: number }) {
  const { paymentAmounts = [], token } = donation;
  const amount = paymentAmounts[place];
  if (amount === undefined || paymentAmounts.length === 1) return null;
  return token === undefined ? (
    <Amount sol={Number(amount)} isExact />
  ) : (
    <TokenAmount sum={{ ...token, amount }} />
  );
}

/** Whether the alert was settled without an overlay that showed it: 'not yet' would promise what need not come. */
function hasEndedUnshown({ status, shownOnStreamAt }: PublicDonation): boolean {
  return status !== 'RECEIVED' && shownOnStreamAt === null;
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

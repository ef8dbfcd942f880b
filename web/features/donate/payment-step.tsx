import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { InFours } from '#web/ui/in-fours.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ChangeWords } from './change-words.tsx';
import { CountdownLine } from './countdown-line.tsx';
import { DonateLayout } from './donate-layout.tsx';
import { DonationBeforeLink } from './donation-before-link.tsx';
import { DonationWords } from './donation-words.tsx';
import { FailedPart } from './failed-part.tsx';
import { Meter } from './meter.tsx';
import { PayPart } from './pay-part.tsx';
import { ValidNote } from './payment-notes.tsx';
import { StatusLine } from './status-line.tsx';
import { TrustNotes } from './trust-notes.tsx';
import { uriToPay } from './uri-to-pay.ts';
import type { Watched } from './use-donation.ts';

interface PaymentStepProps {
  donation: PublicDonation;
  watched: Watched;
}

/** 'Donation Created!': everything that is needed to pay (spec §2, payment step), or that the payment has failed. */
export function PaymentStep({ donation, watched }: PaymentStepProps) {
  const { heading, subtitle } = texts('donate');
  const { payment } = texts('donation');
  const hasFailed = watched.phase === 'failed';
  const title = hasFailed ? payment.failedHeading : payment.title;
  useTitle(title);
  return (
    <DonateLayout shape="tight">
      <div className="aside narrowed">
        <div className="stack" style={{ '--gap': '12px' }}>
          <p className="h2">{heading(donation.streamerName)}</p>
          <p className="lead">{subtitle}</p>
        </div>
        <DonationWords donation={donation} />
        <TrustNotes streamerName={donation.streamerName} token={donation.token} />
      </div>
      <section className="panel stack" style={{ '--gap': '20px' }} aria-labelledby="created">
        <div className="payhead">
          <h1 className="h2" id="created">
            {title}
          </h1>
          {!hasFailed && <CountdownLine expiresAt={donation.expiresAt} nowMs={watched.nowMs} />}
        </div>
        <div className="stack" style={{ '--gap': '14px' }}>
          <Meter donation={donation} />
          <StatusLine donation={donation} watched={watched} />
        </div>
        {hasFailed ? (
          <FailedPart donation={donation} />
        ) : (
          <PayPart donation={donation} uri={uriToPay(donation)} watched={watched} />
        )}
        <div className="stack" style={{ '--gap': '8px' }}>
          <span className="flabel">{payment.walletAddress}</span>
          <CopyLine
            value={donation.walletAddress}
            shown={<InFours text={donation.walletAddress} />}
            label={payment.copyWalletAddress}
            done={payment.walletAddressCopied}
            wraps
          />
        </div>
        {!hasFailed && <ValidNote donation={donation} />}
        {!hasFailed && <ChangeWords donation={donation} />}
        {!hasFailed && <DonationBeforeLink />}
      </section>
      <TrustNotes streamerName={donation.streamerName} token={donation.token} below />
    </DonateLayout>
  );
}

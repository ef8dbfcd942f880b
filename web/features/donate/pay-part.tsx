import Music from 'lucide-react/icons/music';
import { Suspense } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import type { DonationToken } from '#contract/tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, amountText, TokenAmount } from '#web/ui/amount.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { lazyPart } from './lazy-part.ts';
import { PayActions } from './pay-actions.tsx';

const QrCode = lazyPart(async () => (await import('#web/ui/qr-code.tsx')).QrCode, QrMissing);

/** Code, amount and buttons; the stylesheet puts the buttons first on phones. */
export function PayPart({ donation, uri }: { donation: PublicDonation; uri: string }) {
  const { payment } = texts('donate');
  return (
    <div className="pay">
      <figure className="scan">
        <Suspense fallback={<div className="qr" />}>
          <QrCode text={uri} label={payment.qrLabel} />
        </Suspense>
        <figcaption className="small muted">{payment.scan}</figcaption>
      </figure>
      <div className="paying">
        <div className="stack" style={{ '--gap': '6px' }}>
          {donation.hasAudio && <ClipBadge donation={donation} />}
          <PayAmounts donation={donation} />
        </div>
        <PayActions donation={donation} uri={uri} />
      </div>
    </div>
  );
}

/** That a clip goes with it, and from which amount on it is heard where the streamer has set one. */
function ClipBadge({ donation: { onStream, token } }: { donation: PublicDonation }) {
  const { payment, clip } = texts('donate');
  const minimum = onStream?.clipMinimumAmount ?? null;
  return (
    <p className="clip-badge">
      <span className="pill">
        <Music className="i" />
        {payment.customAudio}
      </span>
      {minimum !== null && (
        <span className="small muted">
          {clip[token === undefined ? 'heardFrom' : 'heardOnlyFrom'](amountText(minimum))}
        </span>
      )}
    </p>
  );
}

/** The minimum, or what the donor chose and the minimum below it. */
function PayAmounts({ donation }: { donation: PublicDonation }) {
  const { payment } = texts('donate');
  const { askedAmount, minAmount, token } = donation;
  if (token !== undefined) return <PayTokens token={token} />;
  if (!askedAmount) {
    return (
      <>
        <p className="label">{payment.minimum}</p>
        <Amount sol={minAmount} />
        <FiatNow sol={minAmount} />
      </>
    );
  }
  return (
    <>
      <p className="label">{payment.chosen}</p>
      <Amount sol={askedAmount} />
      <FiatNow sol={askedAmount} />
      <p className="small muted least">
        {payment.minimum} <Amount sol={minAmount} />
      </p>
    </>
  );
}

function PayTokens({ token }: { token: DonationToken }) {
  const { payment } = texts('donate');
  const minimum = <TokenAmount sum={{ ...token, amount: token.minAmount }} />;
  if (token.askedAmount === null) {
    return (
      <>
        <p className="label">{payment.minimum}</p>
        {minimum}
      </>
    );
  }
  return (
    <>
      <p className="label">{payment.chosen}</p>
      <TokenAmount sum={{ ...token, amount: token.askedAmount }} />
      <p className="small muted least">
        {payment.minimum} {minimum}
      </p>
    </>
  );
}

function QrMissing() {
  return <p className="small muted">{texts('donate').payment.qrMissing}</p>;
}

import Music from 'lucide-react/icons/music';
import { Suspense } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
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
          {donation.hasAudio && (
            <span className="pill">
              <Music className="i" />
              {payment.customAudio}
            </span>
          )}
          <p className="label">{payment.minimum}</p>
          <Amount sol={donation.minAmount} />
          <FiatNow sol={donation.minAmount} />
        </div>
        <PayActions donation={donation} uri={uri} />
      </div>
    </div>
  );
}

function QrMissing() {
  return <p className="small muted">{texts('donate').payment.qrMissing}</p>;
}

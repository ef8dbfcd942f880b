import Music from 'lucide-react/icons/music';
import { Suspense } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { HiddenNote } from './hidden-note.tsx';
import { lazyPart } from './lazy-part.ts';
import { PayActions } from './pay-actions.tsx';
import { PayAmounts } from './pay-amounts.tsx';
import type { Watched } from './use-donation.ts';

const QrCode = lazyPart(async () => (await import('#web/ui/qr-code.tsx')).QrCode, QrMissing);

interface PayPartProps {
  donation: PublicDonation;
  uri: string;
  watched: Pick<Watched, 'isCutOff' | 'isChainAway'>;
}

/** Code, amount and buttons; the stylesheet puts the buttons first on phones. */
export function PayPart({ donation, uri, watched }: PayPartProps) {
  const { payment } = texts('donation');
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
          <HiddenNote donation={donation} />
        </div>
        <PayActions donation={donation} uri={uri} watched={watched} />
      </div>
    </div>
  );
}

/** That a clip goes with it, and from which amount on it is heard where the streamer has set one. */
function ClipBadge({ donation: { onStream, token } }: { donation: PublicDonation }) {
  const { payment } = texts('donation');
  const { clip } = texts('donate');
  const minimum = onStream?.clipMinimumAmount ?? null;
  return (
    <p className="clip-badge">
      <span className="pill">
        <Music className="i" />
        {payment.customAudio}
      </span>
      {minimum !== null && (
        <span className="small muted">
          {clip[token === undefined ? 'heardFrom' : 'heardOnlyFrom'](exactAmount(minimum))}
        </span>
      )}
    </p>
  );
}

function QrMissing() {
  return <p className="small muted">{texts('donation').payment.qrMissing}</p>;
}

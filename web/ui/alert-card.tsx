import './alert-card.css';
import { useLayoutEffect, useRef } from 'react';
import type { ShownDonation } from '#contract/events.ts';
import type { Customization } from '#contract/style.ts';
import { cardAmount } from './card-amount.ts';
import { paintCard } from './card-style.ts';
import { fiatText } from './fiat-text.ts';
import { firstGrapheme } from './first-grapheme.ts';

interface AlertCardProps {
  customization: Customization;
  /** What the card says; `amount` is SOL, `mediaDuration` seconds, null without a clip. */
  donation: Pick<ShownDonation, 'donatorName' | 'amount' | 'isAmountHidden' | 'message' | 'mediaDuration'> &
    Partial<Pick<ShownDonation, 'fiat' | 'tokenAmount'>>;
  /** 'enter' slides the card in once from the right, 'leave' slides it out; without it the card stands still. */
  motion?: 'enter' | 'leave';
}

/**
 * One donation as it is seen on stream, in the streamer's style.
 *
 * Self-contained: it needs neither the tokens nor the components' style sheet, and looks the same with them. Its colours
 * are set from the script and never written as a `style` attribute, which a page that was rendered beforehand may not have.
 */
export function AlertCard({ customization, donation, motion }: AlertCardProps) {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    for (const [part, value] of Object.entries(paintCard(customization))) {
      card.current?.style.setProperty(`--alert-${part}`, value);
    }
  }, [customization]);
  return (
    <article ref={card} className={motion === undefined ? 'alert-card' : `alert-card alert-card-${motion}`}>
      <div className="alert-card-ring" aria-hidden="true" />
      <div className="alert-card-body">
        <div className="alert-card-head">
          <span className="alert-card-initial" aria-hidden="true">
            {firstGrapheme(donation.donatorName)}
          </span>
          <div className="alert-card-line">
            <span className="alert-card-name" dir="auto">
              {donation.donatorName}
            </span>
            {donation.mediaDuration !== null && <ClipBadge seconds={donation.mediaDuration} />}
          </div>
          {!donation.isAmountHidden && <Sum {...donation} />}
        </div>
        {donation.message.trim() !== '' && (
          <p className="alert-card-message" dir="auto">
            {donation.message}
          </p>
        )}
      </div>
    </article>
  );
}

function Sum({
  amount,
  tokenAmount,
  fiat,
}: Pick<AlertCardProps['donation'], 'amount' | 'tokenAmount' | 'fiat'>) {
  const exact = <span className="alert-card-amount">{tokenAmount ?? cardAmount(amount)}</span>;
  if (fiat == null) return exact;
  return (
    <div className="alert-card-sum">
      {exact}
      <span className="alert-card-fiat">{fiatText(fiat)}</span>
    </div>
  );
}

const levels = [4, 10, 6, 12, 5];

function ClipBadge({ seconds }: { seconds: number }) {
  return (
    <span className="alert-card-clip">
      <svg viewBox="0 0 13 12" aria-hidden="true">
        {levels.map((height, i) => (
          <rect key={height} x={i * 2.8} y={(12 - height) / 2} width="1.8" height={height} rx="0.9" />
        ))}
      </svg>
      {Math.max(1, Math.round(seconds))}s
    </span>
  );
}

import { useMemo } from 'react';
import { encode } from 'uqr';
import { texts } from '#web/texts/texts.ts';
import { qrMargin, qrPath } from './qr-path.ts';

/** Dark modules on the green tile, 200 px, margin 2: readers fail on light modules on dark. */
export function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: 0 });
    return { path: qrPath(data), size: data.length + 2 * qrMargin };
  }, [text]);
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts('donate').payment.qrLabel}>
        <path d={path} />
      </svg>
    </div>
  );
}

import { useMemo } from 'react';
import { encode } from 'uqr';
import { qrMargin, qrPath } from './qr-path.ts';

/** Dark modules on the green tile, 200 px, margin 2: readers fail on light modules on dark. `label` says what it is of. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: 0 });
    return { path: qrPath(data), size: data.length + 2 * qrMargin };
  }, [text]);
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <path d={path} />
      </svg>
    </div>
  );
}

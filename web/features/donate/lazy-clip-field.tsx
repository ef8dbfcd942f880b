import './clip.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts, texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import type { ClipFieldProps } from './clip-field.tsx';
import { type ClipBeginning, ClipStart } from './clip-start.tsx';
import { ClipToCome } from './clip-to-come.tsx';
import { keepPageOnDrop } from './keep-page-on-drop.ts';

const ClipField = lazy(async () => {
  try {
    const [part] = await Promise.all([import('./clip-field.tsx'), loadTexts('refusals')]);
    return { default: part.ClipField };
  } catch (error) {
    // The form stands without it; to throw here would take the whole page and what was typed in it.
    console.warn('The uploader could not be loaded.', error);
    return { default: UploaderMissing };
  }
});

interface LazyClipFieldProps extends ClipFieldProps {
  /** Clips are heard from this amount on, in SOL; null for all. */
  minimumAmount: number | null;
  /** The donor pays in a token, which such a minimum does not count. */
  isInToken: boolean;
  /** The clip of before did not come along. */
  isGone: boolean;
}

/** The uploader of spec §2. Most donors add no clip, so all but the invitation is loaded when they begin one. */
export function LazyClipField({ minimumAmount, isInToken, isGone, ...field }: LazyClipFieldProps) {
  const [beginning, setBeginning] = useState<ClipBeginning | null>(field.clip === null ? null : 'kept');
  useEffect(() => keepPageOnDrop(window), []);
  const handleStart = (how: File | 'record') => {
    field.onHold(how === 'record' ? 'recording' : 'sending');
    setBeginning(how);
  };
  return (
    <div className="stack" style={{ '--gap': '8px' }}>
      {beginning === null ? (
        <div className="clip-field stack">
          <ClipStart disabled={field.disabled} onStart={handleStart} />
        </div>
      ) : (
        <Suspense fallback={<ClipToCome />}>
          <ClipField {...field} beginning={beginning} />
        </Suspense>
      )}
      {isGone && <p className="hint">{texts('donate').clip.gone}</p>}
      {minimumAmount !== null && (
        <p className="hint">
          {texts('donate').clip[isInToken ? 'heardOnlyFrom' : 'heardFrom'](exactAmount(minimumAmount))}
        </p>
      )}
    </div>
  );
}

function UploaderMissing({ onHold }: Pick<ClipFieldProps, 'onHold'>) {
  useEffect(() => onHold(null), [onHold]);
  return <p className="hint">{texts('donate').clip.missing}</p>;
}

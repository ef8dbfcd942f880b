import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { UploadedAudio } from '#web/lib/upload.ts';
import { texts } from '#web/texts/texts.ts';
import { ClipCard } from './clip-card.tsx';
import { uploadAnnouncement } from './clip-file.ts';
import type { ClipHold } from './clip-holds.ts';
import { ClipSending } from './clip-sending.tsx';
import { type ClipBeginning, ClipStart } from './clip-start.tsx';
import { ClipToCome } from './clip-to-come.tsx';
import type { RecorderProps } from './recorder.tsx';
import { useClipUpload } from './use-clip-upload.ts';

export interface ClipFieldProps {
  clip: UploadedAudio | null;
  onClip: (clip: UploadedAudio | null) => void;
  /** Otherwise what rules it out is said below the field, in place of that it will play. */
  isHeard: boolean;
  /** Why there is no clip, in words. */
  error: string | null;
  onError: (words: string | null) => void;
  /** Why the donation cannot be created right now; null when it can. */
  onHold: (hold: ClipHold | null) => void;
  /** While the donation is being created. */
  disabled: boolean;
}

/** The uploader at work, from the donor's first act on: a file dropped or chosen, or a recording; one clip at a time. */
export function ClipField(props: ClipFieldProps & { beginning: ClipBeginning }) {
  const { clip, onClip, isHeard, error, onError, onHold, disabled, beginning } = props;
  const [recorder, setRecorder] = useState<ComponentType<RecorderProps> | 'opening' | null>(
    beginning === 'record' ? 'opening' : null,
  );
  const handleUploaded = (uploaded: UploadedAudio) => {
    setRecorder(null);
    onClip(uploaded);
  };
  const { share, send, cancel } = useClipUpload({
    isSending: beginning instanceof File,
    onUploaded: handleUploaded,
    onRefused: onError,
  });
  const hold = share === null ? (recorder === null ? null : 'recording') : 'sending';
  useEffect(() => onHold(hold), [hold, onHold]);

  const handleClose = (words: string | null) => {
    setRecorder(null);
    onError(words);
  };
  const openRecorder = async () => {
    onError(null);
    setRecorder('opening');
    try {
      const { Recorder } = await import('./recorder.tsx');
      setRecorder(() => Recorder);
    } catch (failure) {
      console.warn('The recorder could not be loaded.', failure);
      handleClose(texts('donate').recorder.missing);
    }
  };
  const begin = (how: ClipBeginning) => {
    if (how === 'record') void openRecorder();
    else if (how !== 'kept') send(how);
  };
  const beginOnce = useRef(begin);
  useEffect(() => beginOnce.current(beginning), [beginning]);

  const Recorder = recorder === 'opening' ? ClipToCome : recorder;
  const step = clip !== null ? 'ready' : (hold ?? 'empty');
  return (
    <ClipGroup step={step} isKept={beginning === 'kept'}>
      <span className="sr" role="status">
        {share !== null && uploadAnnouncement(share)}
      </span>
      {clip !== null && (
        <ClipCard clip={clip} isHeard={isHeard} disabled={disabled} onRemove={() => onClip(null)} />
      )}
      {share !== null && <ClipSending share={share} onCancel={cancel} />}
      {Recorder !== null && (
        // Hidden, not gone, while its recording is sent: a failed upload must not lose it.
        <div hidden={share !== null}>
          <Recorder disabled={disabled} onUse={send} onClose={handleClose} />
        </div>
      )}
      {step === 'empty' && <ClipStart disabled={disabled} onStart={begin} />}
      {error !== null && share === null && (
        <span className="err">
          <TriangleAlert className="i s" />
          {error}
        </span>
      )}
    </ClipGroup>
  );
}

/** When a step takes the focused button away, the focus stays in the group instead of falling to the top of the page. */
function ClipGroup({ step, isKept, children }: { step: string; isKept: boolean; children: ReactNode }) {
  const group = useRef<HTMLFieldSetElement>(null);
  // A clip that comes with the page takes no focus away.
  const seen = useRef(isKept ? step : '');
  useEffect(() => {
    if (seen.current !== step && isFocusLost()) group.current?.focus({ preventScroll: true });
    seen.current = step;
  }, [step]);
  return (
    <fieldset className="clip-field stack" ref={group} tabIndex={-1} aria-label={texts('donate').clip.group}>
      {children}
    </fieldset>
  );
}

/** True also for a button that has just been hidden: it keeps the focus until the page is painted, and loses it then. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.getClientRects().length === 0;
}

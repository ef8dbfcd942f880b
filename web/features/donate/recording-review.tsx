import MicOff from 'lucide-react/icons/mic-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useMemo, useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { ClipPlayer } from '#web/ui/clip-player.tsx';
import { decodeWaveform } from '#web/ui/waveform-source.ts';

interface RecordingReviewProps {
  recorded: Blob;
  disabled: boolean;
  onUse: () => void;
  onAgain: () => void;
  onDiscard: () => void;
}

/** Hear a recording back, then use it, record anew, or discard it. It never leaves the browser before 'Use'. */
export function RecordingReview({ recorded, disabled, onUse, onAgain, onDiscard }: RecordingReviewProps) {
  const words = texts('donate').recorder;
  const url = useObjectUrl(recorded);
  const [isSilent, setSilent] = useState(false);
  const readBars = useMemo(
    () => async () => {
      const wave = await decodeWaveform(await recorded.arrayBuffer());
      setSilent(typeof wave === 'object' && wave.peaks.every((peak) => peak === 0));
      return wave;
    },
    [recorded],
  );
  const use = useRef<HTMLButtonElement>(null);
  useEffect(() => use.current?.focus({ preventScroll: true }), []);
  return (
    <div className="clipcard review">
      <div className="player">
        <ClipPlayer url={url} durationSeconds={null} label={words.yours} readBars={readBars} />
        <button
          type="button"
          className="btn icon quiet"
          aria-label={words.discard}
          disabled={disabled}
          onClick={onDiscard}
        >
          <Trash2 className="i" />
        </button>
      </div>
      <div className="live-note" role="status">
        {isSilent && (
          <div className="note warn">
            <MicOff className="i" />
            <p>{words.silent}</p>
          </div>
        )}
      </div>
      <div className="row wrapx">
        <button type="button" ref={use} className="btn small primary" disabled={disabled} onClick={onUse}>
          {words.use}
        </button>
        <button type="button" className="btn small outline" disabled={disabled} onClick={onAgain}>
          {words.again}
        </button>
      </div>
    </div>
  );
}

/** An address for a blob for as long as it is shown. */
function useObjectUrl(blob: Blob): string {
  const url = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return url;
}

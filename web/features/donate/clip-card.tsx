import Trash2 from 'lucide-react/icons/trash-2';
import { ClipPlayButton } from '#web/ui/clip-player-button.tsx';
import type { UploadedAudio } from '#web/lib/upload.ts';
import { texts } from '#web/texts/texts.ts';
import { sizeText } from './clip-file.ts';

interface ClipCardProps {
  clip: UploadedAudio;
  isHeard: boolean;
  disabled: boolean;
  onRemove: () => void;
}

/** The uploaded clip: hear it as the stream will, or take it away. */
export function ClipCard({ clip, isHeard, disabled, onRemove }: ClipCardProps) {
  const words = texts('donate').clip;
  return (
    <>
      <div className="clipcard">
        <ClipPlayButton url={clip.url} label={words.yours} />
        <div className="about">
          <div className="clip name" dir="auto">
            {clip.originalName}
          </div>
          <div className="small faint num">
            {sizeText(clip.size)}, {words.seconds(clip.duration.toFixed(1))}
          </div>
        </div>
        <button
          type="button"
          className="btn icon quiet"
          aria-label={words.remove}
          disabled={disabled}
          onClick={onRemove}
        >
          <Trash2 className="i" />
        </button>
      </div>
      {isHeard && <span className="hint">{words.plays}</span>}
    </>
  );
}

import Trash2 from 'lucide-react/icons/trash-2';
import { ClipPlayButton } from '#web/ui/clip-player-button.tsx';
import type { UploadedAudio } from '#web/lib/upload.ts';
import { sizeText } from './clip-file.ts';

interface ClipCardProps {
  clip: UploadedAudio;
  disabled: boolean;
  onRemove: () => void;
}

/** The uploaded clip: hear it as the stream will, or take it away. */
export function ClipCard({ clip, disabled, onRemove }: ClipCardProps) {
  return (
    <>
      <div className="clipcard">
        <ClipPlayButton url={clip.url} label="your clip" />
        <div className="about">
          <div className="clip name" dir="auto">
            {clip.originalName}
          </div>
          <div className="small faint num">
            {sizeText(clip.size)}, {clip.duration.toFixed(1)} s
          </div>
        </div>
        <button
          type="button"
          className="btn icon quiet"
          aria-label="Remove your clip"
          disabled={disabled}
          onClick={onRemove}
        >
          <Trash2 className="i" />
        </button>
      </div>
      <span className="hint">Audio will play when your donation is shown on stream</span>
    </>
  );
}

import Mic from 'lucide-react/icons/mic';
import { ClipDrop } from './clip-drop.tsx';
import { canRecord } from './recording-type.ts';

/** How a clip begins: with a file, or with the microphone. */
export type ClipBeginning = File | 'record';

interface ClipStartProps {
  disabled: boolean;
  onStart: (beginning: ClipBeginning) => void;
}

/** The empty uploader. */
export function ClipStart({ disabled, onStart }: ClipStartProps) {
  return (
    <>
      <ClipDrop disabled={disabled} onFile={onStart} />
      {canRecord() && (
        <button
          type="button"
          className="btn secondary record"
          disabled={disabled}
          onClick={() => onStart('record')}
        >
          <Mic className="i" />
          Record
        </button>
      )}
    </>
  );
}

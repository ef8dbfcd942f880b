import Mic from 'lucide-react/icons/mic';
import { texts } from '#web/texts/texts.ts';
import { ClipDrop } from './clip-drop.tsx';
import { canRecord } from './recording-type.ts';

/** How a clip begins: with a file, with the microphone, or with what was uploaded before the page was loaded anew. */
export type ClipBeginning = File | 'record' | 'kept';

interface ClipStartProps {
  disabled: boolean;
  onStart: (beginning: File | 'record') => void;
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
          {texts('donate').recorder.record}
        </button>
      )}
    </>
  );
}

import Music from 'lucide-react/icons/music';
import Upload from 'lucide-react/icons/upload';
import { type DragEvent, useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { pickerTypes } from './clip-types.ts';
import { ClipInvitation } from './clip-invitation.tsx';

interface ClipDropProps {
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Drop a file, or press to choose one; only the first of several is taken. */
export function ClipDrop({ disabled, onFile }: ClipDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const isTarget = over && !disabled;

  const handleDrop = (event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined && !disabled) onFile(file);
  };
  const handleLeave = (event: DragEvent) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    setOver(false);
  };

  return (
    <>
      <button
        type="button"
        className={isTarget ? 'drop is-over' : 'drop'}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragEnter={() => setOver(true)}
        onDragLeave={handleLeave}
        onDrop={handleDrop}
      >
        <span className="ic">{isTarget ? <Music className="i" /> : <Upload className="i" />}</span>
        <ClipInvitation over={isTarget} />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={pickerTypes}
        aria-label={texts('donate').clip.file}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Emptied, so that the same file can be chosen again after a refusal.
          if (file !== undefined) onFile(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

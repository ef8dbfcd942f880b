import { useSyncExternalStore } from 'react';
import type { OpenOverlay } from '#web/overlay/open-overlay.ts';
import { texts } from '#web/texts/texts.ts';

/** What the preview says of itself, and the sound that browsers keep back until somebody presses. */
export function PreviewNotes({ overlay }: { overlay: OpenOverlay }) {
  const { isUnknown, isSilent } = useSyncExternalStore(overlay.subscribe, overlay.view);
  const words = texts('stream');
  if (isUnknown) {
    return (
      <p className="overlay-note" role="alert">
        {words.invalidUrl}
      </p>
    );
  }
  return (
    <>
      <p className="preview-hint">{words.previewHint}</p>
      {isSilent && (
        <button type="button" className="overlay-sound" onClick={() => overlay.enableSound()}>
          {words.enableSound}
        </button>
      )}
    </>
  );
}

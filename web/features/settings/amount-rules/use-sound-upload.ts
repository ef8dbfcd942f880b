import { useEffect, useRef, useState } from 'react';
import { cleanDonorText } from '#contract/donor-text.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { uploadAudio } from '#web/lib/upload.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useStoredRules } from './use-alert-rules.ts';

const longestName = 40;

/**
 * Uploads a file and keeps it as a sound under its name. `share` is how much was sent, 0 to 1; null when nothing is.
 * The server says what is no sound, too large or too long. Leaving the page cancels it.
 */
export function useSoundUpload(): { share: number | null; send: (file: File) => Promise<void> } {
  const words = texts('alertRules').sounds;
  const store = useStoredRules();
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setShare(0);
    try {
      const clip = await uploadAudio(file, { onSent: setShare, signal });
      if (clip === null) return;
      await store(await call('createAlertSound', { body: { fileName: clip.fileName, name: nameOf(file) } }));
      toast.success(words.added);
    } catch (error) {
      toast.error(wordsFor(error, words.addFailed));
    }
    setShare(null);
  };
  return { share, send };
}

/** The file's name without its end. */
function nameOf({ name }: File): string {
  // No half of a character may be left at the cut.
  const cut = cleanDonorText(name.replace(/\.\w+$/, ''))
    .slice(0, longestName)
    .replace(/[\uD800-\uDBFF]$/, '');
  return cut.trim() || texts('alertRules').sounds.unnamed;
}

import { useEffect, useRef, useState } from 'react';
import { wordsFor } from '#web/lib/call-problem.ts';
import { type UploadedAudio, uploadAudio } from '#web/lib/upload.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { fileRefusal, isTooLong } from './clip-file.ts';
import { problemWords } from './problem-words.ts';

interface ClipUpload {
  /** How much has been sent, 0 to 1; null when nothing is being sent. */
  share: number | null;
  /** Sends a file; the words of a refusal are said in a toast and kept with `onRefused`. */
  send: (file: File) => void;
  cancel: () => void;
}

/** One upload at a time. Leaving the page cancels it. */
export function useClipUpload(handlers: {
  /** True when a file is sent at once, so that nothing else flashes up before. */
  isSending: boolean;
  onUploaded: (clip: UploadedAudio) => void;
  /** Null when a new attempt begins. */
  onRefused: (words: string | null) => void;
}): ClipUpload {
  const [share, setShare] = useState<number | null>(handlers.isSending ? 0 : null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const refuse = (toasted: string, kept = toasted) => {
    toast.error(toasted);
    handlers.onRefused(kept);
  };
  const upload = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const clip = await uploadAudio(file, { onSent: setShare, signal: controller.signal });
      if (clip !== null && isTooLong(clip.duration)) refuse(problemWords('audio_too_long'));
      else if (clip !== null) {
        toast.success(texts('donate').clip.done);
        handlers.onUploaded(clip);
      }
    } catch (error) {
      const toasted = wordsFor(error, texts('donate').clip.failed);
      refuse(toasted, error instanceof Error ? error.message : toasted);
    }
    if (running.current === controller) setShare(null);
  };
  const send = (file: File) => {
    handlers.onRefused(null);
    const refusal = fileRefusal(file);
    if (refusal === null) void upload(file);
    else {
      setShare(null);
      refuse(refusal);
    }
  };
  return { share, send, cancel: () => running.current?.abort() };
}

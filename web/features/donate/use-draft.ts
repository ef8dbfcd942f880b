import { useEffect, useRef, useState } from 'react';
import { leaveHere, usePlace } from '#web/lib/place.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { UploadedAudio } from '#web/lib/upload.ts';
import type { DonorWords } from './donor-words.ts';
import type { DonorWishes } from './donor-wishes.ts';
import { type Draft, emptyDraft, keepDraft, readDraft } from './draft.ts';

/** What is filled in, and how it changes. */
export interface DraftState {
  words: DonorWords;
  setWords: (words: DonorWords) => void;
  wishes: DonorWishes;
  setWishes: (wishes: DonorWishes) => void;
  clip: UploadedAudio | null;
  setClip: (clip: UploadedAudio | null) => void;
  /** Said until there is another. */
  isClipGone: boolean;
  /** Forgets the draft, but for whoever goes back to this very form: it has become a donation, and its clip belongs to that. */
  end: () => void;
}

/** The form's content, which survives a reload until the donation is created. */
export function useDraft(linkCode: string): DraftState {
  const { state } = usePlace();
  const [draft, setDraft] = useState<Draft>(() => readDraft(linkCode, state as Draft | null));
  const ended = useRef(false);
  useEffect(() => {
    if (!ended.current) keepDraft(linkCode, draft);
  }, [linkCode, draft]);
  return {
    words: draft.words,
    setWords: (words) => setDraft((before) => ({ ...before, words })),
    wishes: draft.wishes,
    setWishes: (wishes) => setDraft((before) => ({ ...before, wishes })),
    clip: draft.clip,
    setClip: (clip) => setDraft((before) => ({ ...before, clip, clipAtMs: serverNow(), isClipGone: false })),
    isClipGone: draft.isClipGone,
    end: () => {
      ended.current = true;
      keepDraft(linkCode, emptyDraft);
      const left: Draft = { ...draft, clip: null, isClipGone: draft.clip !== null };
      leaveHere(left);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { serverNow } from '#web/lib/server-clock.ts';
import type { UploadedAudio } from '#web/lib/upload.ts';
import type { DonorWords } from './donor-fields.tsx';
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
  const location = useLocation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => readDraft(linkCode, location.state as Draft | null));
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
      void navigate(location, { replace: true, state: left });
    },
  };
}

import { useEffect, useState } from 'react';
import { tabStorage } from './guarded-storage.ts';
import { overSaved, readKeptDrafts } from './kept-drafts.ts';
import { keepOverReload } from './kept-over-reload.ts';
import { useUser } from './session.tsx';
import { touched } from './unsaved-changes.ts';

const storageKey = 'drafts';

/** The fields that were typed and not saved, by streamer and form. Stays while other pages of the app are open. */
const drafts = new Map<string, object>(takeKeptDrafts());
let isReloading = false;
keepOverReload(keepDraftsOverReload);

/** What a form starts with: what was typed before its page was left, otherwise what is saved. */
export function useDraft<Form extends object>(form: string, saved: Form): Form {
  const key = useDraftKey(form);
  const [start] = useState(() => overSaved(saved, drafts.get(key) ?? {}));
  return start;
}

/**
 * Whether a form has changes that are not saved.
 *
 * They are kept for `useDraft` when its page is left inside the app; closing or reloading the tab asks first.
 */
export function useUnsaved<Form extends object>(form: string, current: Form, saved: Form): boolean {
  const key = useDraftKey(form);
  const draft = touched(current, saved);
  const isUnsaved = Object.keys(draft).length > 0;
  useEffect(() => {
    if (isUnsaved) drafts.set(key, draft);
    else drafts.delete(key);
  });
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return isUnsaved;
}

/**
 * Carries what is not saved over a reload that our own code is about to cause, which then does not ask; where the browser
 * keeps nothing it does.
 */
export function keepDraftsOverReload(): void {
  isReloading = tabStorage.setItem(storageKey, JSON.stringify([...drafts]));
}

/** Drafts that were carried over a reload; the next reload finds none. */
function takeKeptDrafts(): [string, object][] {
  const kept = tabStorage.getItem(storageKey);
  tabStorage.removeItem(storageKey);
  return readKeptDrafts(kept);
}

function useDraftKey(form: string): string {
  return `${useUser().id}:${form}`;
}

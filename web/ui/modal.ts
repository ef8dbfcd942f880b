import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

let modals: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** A ref for a dialog that is modal as long as it stands on the page; the focus goes in, and comes back when it leaves. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the dialog leaves the page, so that closing it can still give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    shown.showModal();
    change([...modals, shown]);
    return () => {
      shown.close();
      change(modals.filter((modal) => modal !== shown));
    };
  }, []);
  return dialog;
}

/**
 * The topmost modal dialog; null while there is none. It lies over all else and makes it inert: what has to be seen, heard
 * or focused meanwhile stands in it.
 */
export function topModal(): HTMLDialogElement | null {
  return modals.at(-1) ?? null;
}

/** `topModal`, also when it changes. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topModal);
}

function change(now: readonly HTMLDialogElement[]): void {
  modals = now;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

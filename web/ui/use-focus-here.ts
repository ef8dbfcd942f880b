import { type RefObject, useEffect, useRef } from 'react';

/**
 * Puts the keyboard's focus on an element as soon as that is there and `isWanted`: what was pressed is gone with what it
 * opened or closed, and the keyboard would begin at the top again.
 */
export function useFocusHere<T extends HTMLElement>(isWanted: boolean): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (isWanted) ref.current?.focus();
  }, [isWanted]);
  return ref;
}

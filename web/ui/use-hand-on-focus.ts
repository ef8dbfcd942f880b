import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Whatever of an element's kind goes away with the keyboard's focus in it hands that on to the part of the page around
 * it that `to` selects, which must be able to hold it (`tabIndex={-1}`), unless something else has taken it by then. Else
 * the keyboard would begin at the top again. What has the id `sooner` is handed it in its stead, where that is there.
 */
export function useHandOnFocus<T extends HTMLElement>(to: string, sooner?: string): RefObject<T | null> {
  const ref = useRef<T>(null);
  // While a layout effect is taken back, what goes away is still in the page and still has the focus. Right after it, it
  // is gone, and with it a dialog that would keep the rest of the page from being focused.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      const target = element.parentElement?.closest<HTMLElement>(to);
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const next = (sooner === undefined ? null : document.getElementById(sooner)) ?? target;
        next?.focus({ preventScroll: true });
      });
    };
  }, [to, sooner]);
  return ref;
}

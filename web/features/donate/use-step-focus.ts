import { useEffect, useRef } from 'react';

/**
 * A step that takes another's place at the same address begins at its top; the focus of a button that went with the old
 * step goes to the new one's heading. Going to another address is the router's matter. `isSecond` tells of the first step
 * that something else stood in its place before, as why it could not be loaded.
 */
export function useStepFocus(step: string, isSecond: boolean): void {
  const before = useRef(isSecond ? null : step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading === null || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
}

import { useEffect, useRef } from 'react';
import type { DonationPhase } from './donation-phase.ts';

/**
 * A step that takes another's place at the same address begins at its top; the focus of a button that went with the old
 * step goes to the new one's heading. Going to another address is the router's matter.
 */
export function useStepFocus(phase: DonationPhase): void {
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading === null || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [phase]);
}

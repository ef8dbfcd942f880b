import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What a person does to go somewhere else; from then on nothing is put right. */
const ownActs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Goes to the section that the address names when the page is opened, and gives its heading the focus. The sections are read
 * from the server one by one, so the place is kept while those above grow, and one that is not there yet is waited for.
 */
export function useArrival(): void {
  const { hash } = useLocation();
  const [id] = useState(hash.slice(1));
  useEffect(() => (id === '' ? undefined : arrive(id)), [id]);
}

function arrive(id: string): (() => void) | undefined {
  const parts = document.querySelector('.settings-parts');
  if (parts === null) return undefined;
  const ended = new AbortController();
  const { signal } = ended;
  let hasArrived = false;
  const place = (): void => {
    const heading = document.getElementById(id);
    if (heading === null) return;
    if (!hasArrived) focusHeading(heading);
    hasArrived = true;
    heading.scrollIntoView({ behavior: 'instant' });
  };
  const watcher = new ResizeObserver(place);
  signal.addEventListener('abort', () => watcher.disconnect());
  for (const act of ownActs) addEventListener(act, () => ended.abort(), { signal, passive: true });
  // A screen reader goes on elsewhere without any of these.
  const leave = ({ target }: FocusEvent): void => {
    if (hasArrived && (target as Element).id !== id) ended.abort();
  };
  addEventListener('focusin', leave, { signal });
  watcher.observe(parts);
  return () => ended.abort();
}

/** So that whoever hears the page reads on from here. */
function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

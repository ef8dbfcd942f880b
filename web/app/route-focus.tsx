import { useEffect, useRef, useState } from 'react';
import type { Place } from '#web/lib/place.ts';

/** A page that has no heading after this time keeps the focus where it is. */
const longestWaitMs = 10_000;

/**
 * Makes going to another page noticeable without eyes: the focus moves to the new page's heading, once that is there, and
 * has it read. A page that has put the focus somewhere itself keeps it, and its title is announced. Also goes to the top of
 * the new page; on the way back the browser knows the place.
 */
export function RouteFocus({ place: { pathname, hash, isBack } }: { place: Place }) {
  const last = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (last.current === pathname) return undefined;
    last.current = pathname;
    setTitle('');
    if (hash !== '') return undefined;
    // At once: a new page does not glide by.
    if (!isBack) scrollTo({ top: 0, behavior: 'instant' });
    // A page sets its title once it has been painted.
    const announceTitle = () => requestAnimationFrame(() => setTimeout(() => setTitle(document.title)));
    return whenThereIsAHeading((heading) => {
      if (isFocusInPage()) announceTitle();
      else focusHeading(heading);
    });
  }, [pathname, hash, isBack]);
  return (
    <p className="sr" role="status">
      {title}
    </p>
  );
}

/** Calls `then` once, now or when the page's first heading comes. Returns what ends the waiting. */
function whenThereIsAHeading(then: (heading: HTMLElement) => void): () => void {
  const look = (): boolean => {
    const headings = document.querySelectorAll<HTMLElement>('main h1, #main h1');
    // The page before may still be there, hidden, while the new one loads.
    const heading = Array.from(headings).find((candidate) => candidate.getClientRects().length > 0);
    if (heading === undefined) return false;
    stop();
    then(heading);
    return true;
  };
  const watcher = new MutationObserver(look);
  const timer = setTimeout(() => watcher.disconnect(), longestWaitMs);
  function stop(): void {
    watcher.disconnect();
    clearTimeout(timer);
  }
  if (!look()) watcher.observe(document.body, { childList: true, subtree: true });
  return stop;
}

function isFocusInPage(): boolean {
  return document.activeElement?.closest('main, #main, dialog[open]') !== null;
}

function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

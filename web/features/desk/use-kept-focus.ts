import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  element: Element;
  /** The list that it stands in, and where; null for what stands above one. */
  list: Element | null;
  index: number;
}

/**
 * Keeps the keyboard in lists whose rows leave when they are dealt with: where the button that has the focus goes, it
 * is brought to what took its place, else to the next row, the one before, or the name of a list that has some. So it is
 * where a button above a list goes with it.
 *
 * Tells `onBrought`. Give the result to `onFocus` of what holds the lists.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, onBrought: () => void): () => void {
  const last = useRef<Place>(null);
  const note = () => {
    const focused = document.activeElement;
    // A dialog gives the focus back to the button that opened it, which keeps its place meanwhile.
    if (focused?.closest('dialog') == null) last.current = placeOf(focused, root.current);
  };
  useLayoutEffect(() => {
    const place = last.current;
    if (place !== null && !place.element.isConnected && document.activeElement === document.body) {
      const next = nextInList(place) ?? anyList(root.current);
      if (next !== null) {
        onBrought();
        next.focus({ preventScroll: true });
      }
    }
    note();
  });
  return note;
}

function placeOf(element: Element | null, root: Element | null): Place | null {
  if (element === null || root?.contains(element) !== true) return null;
  const row = element.closest('li');
  const list = row?.parentElement ?? null;
  return { element, list, index: row === null || list === null ? 0 : [...list.children].indexOf(row) };
}

function nextInList({ list, index }: Place): HTMLElement | null {
  const rows = list?.isConnected === true ? [...list.children] : [];
  const next = rows.slice(index + 1).find(isWaiting) ?? rows.slice(0, index).filter(isWaiting).at(-1);
  for (const row of [rows[index], next]) {
    const act = row?.querySelector<HTMLElement>('.acts button');
    if (act != null) return act;
  }
  return null;
}

function anyList(root: HTMLElement | null): HTMLElement | null {
  const row = [...(root?.querySelectorAll('section li') ?? [])].find(isWaiting);
  return row?.closest('section')?.querySelector<HTMLElement>('h2') ?? root?.querySelector('summary') ?? null;
}

/** What unfolds a list is no row. */
function isWaiting(row: Element): boolean {
  return row.matches('.qi:not(.decided)');
}

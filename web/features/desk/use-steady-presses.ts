import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** For how long a row takes no press after it came under the pointer, or got the focus, by itself; in milliseconds. */
const steadyMs = 500;

const never = Number.NEGATIVE_INFINITY;

/**
 * Takes no press that was meant for another row: one that lands on a row just after it moved there or changed, one by a
 * key just after the focus was brought there, and none by a key that is held down.
 *
 * Give the handlers to what holds the rows, and call `noteFocus` when the focus was brought to one of them.
 */
export function useSteadyPresses(root: RefObject<HTMLElement | null>) {
  const places = useRef<Map<Element, Place>>(null);
  const movedAt = useRef(new WeakMap<Element, number>());
  const changedAt = useRef(new WeakMap<Element, number>());
  const focusedAt = useRef(never);

  useLayoutEffect(() => {
    const before = places.current;
    const rows = [...(root.current?.querySelectorAll('li') ?? [])];
    places.current = new Map(rows.map((row) => [row, placeOf(row)]));
    if (before === null) return;
    for (const [row, { top, name }] of places.current) {
      const last = before.get(row);
      if (last?.name !== name) changedAt.current.set(row, performance.now());
      if (last?.name !== name || last.top !== top) movedAt.current.set(row, performance.now());
    }
  });

  const handleClick = (event: MouseEvent) => {
    const button = buttonOf(event.target);
    const row = button?.closest('li');
    if (button === null || row == null) return;
    // What is taken back may have moved; only a press meant for what decided is none of it.
    const isUndo = button.closest('.decided-acts') !== null;
    const notedAt = (isUndo ? changedAt : movedAt).current.get(row) ?? never;
    // A click without a pointer is one of a key.
    const sinceMs = event.timeStamp - (event.detail === 0 ? focusedAt.current : notedAt);
    if (sinceMs < steadyMs) refuse(event);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (event.repeat || event.timeStamp - focusedAt.current < steadyMs) refuse(event);
  };
  return {
    handlers: { onClickCapture: handleClick, onKeyDownCapture: handleKeyDown },
    noteFocus: () => {
      focusedAt.current = performance.now();
    },
  };
}

/** Where a row stands in the page, and what it is: a row that was decided has other buttons. */
interface Place {
  top: number;
  name: string;
}

function placeOf(row: Element): Place {
  return { top: Math.round(row.getBoundingClientRect().top + scrollY), name: row.className };
}

/** The button of a press that would do something to a row. One that only asks first is pressed in vain, not in error. */
function buttonOf(target: EventTarget): Element | null {
  return (target as Element).closest('.acts button:not([aria-haspopup])');
}

function refuse(event: MouseEvent | KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { texts } from '#web/texts/texts.ts';
import { toast } from './toasts.ts';

/** For how long a row takes no press after it came under the pointer, or got the focus, by itself; in milliseconds. */
const steadyMs = 500;

/** What decides about a row, on the desk and in the donations list. */
const decides =
  '.acts:not(.decided-acts) button:not([aria-haspopup]), .ac button:not([aria-haspopup], .takes-back)';

const never = Number.NEGATIVE_INFINITY;

/** Where a row stands in the page, and what it is: a row that was decided has other buttons. */
interface Place {
  top: number;
  className: string;
}

/**
 * Takes no press that was meant for another row: one that lands on a row just after it moved there or changed, one by a
 * key just after the focus was brought there, and none by a key that is held down. Says that such a press did not count,
 * unless it is the second of a double press, of which the first did.
 *
 * Give the handlers to what holds the rows, and call `noteFocus` when the focus was brought to one of them. Rows that come
 * because others are `asked` for do not count as moved.
 */
export function useSteadyPresses(root: RefObject<HTMLElement | null>, asked = '') {
  const lastAsked = useRef(asked);
  const places = useRef<Map<Element, Place>>(new Map());
  const scrolledTo = useRef(0);
  const movedAt = useRef(new WeakMap<Element, number>());
  const focusedAt = useRef(never);

  useEffect(() => {
    const noteScroll = () => {
      scrolledTo.current = scrollY;
    };
    noteScroll();
    addEventListener('scroll', noteScroll, { passive: true });
    return () => removeEventListener('scroll', noteScroll);
  }, []);

  /** Notes where rows stand. Those that stood elsewhere, or were others, have moved since it was last noted. */
  const note = useCallback(
    (isAnswer = false) => {
      const before = places.current;
      const rows = [...(root.current?.querySelectorAll('li') ?? [])];
      places.current = new Map(rows.map((row) => [row, placeOf(row)]));
      // Where somebody has scrolled the browser goes along with what comes in above, before it says so: rows stay for a hand.
      const along = scrollY - scrolledTo.current;
      scrolledTo.current = scrollY;
      if (before.size === 0 || isAnswer) return;
      for (const [row, { top, className }] of places.current) {
        const was = before.get(row);
        const down = was?.className === className ? top - was.top : Number.NaN;
        if (down !== 0 && !(Math.abs(down - along) <= 1)) movedAt.current.set(row, performance.now());
      }
    },
    [root],
  );
  useLayoutEffect(() => {
    note(lastAsked.current !== asked);
    lastAsked.current = asked;
    // What comes, goes or grows around the rows moves them without their list being drawn.
    const observer = new ResizeObserver(() => note());
    for (const element of aroundRows(root.current)) observer.observe(element, { box: 'border-box' });
    return () => observer.disconnect();
  });

  const handleClick = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (row === null) return;
    // It may have moved since the last frame.
    note();
    // A click without a pointer is one of a key.
    const sinceMs =
      event.timeStamp - (event.detail === 0 ? focusedAt.current : (movedAt.current.get(row) ?? never));
    if (sinceMs >= steadyMs) return;
    refuse(event);
    if (event.detail <= 1) sayNotCounted();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const isEarly = event.timeStamp - focusedAt.current < steadyMs;
    if (event.repeat || isEarly) refuse(event);
    if (isEarly && !event.repeat) sayNotCounted();
  };
  return {
    handlers: { onClickCapture: handleClick, onKeyDownCapture: handleKeyDown },
    noteFocus: () => {
      focusedAt.current = performance.now();
    },
  };
}

function placeOf(row: Element): Place {
  return { top: Math.round(row.getBoundingClientRect().top + scrollY), className: row.className };
}

/** What holds the rows, and all that stands beside it or beside what it stands in. */
function aroundRows(root: Element | null): Element[] {
  if (root === null) return [];
  return [...root.children, ...aroundRows(root.parentElement)];
}

/** The row of a press that would decide it. A button that only asks first, or takes back, is pressed in vain, not in error. */
function rowOf(target: EventTarget): Element | null {
  const act = (target as Element).closest(decides);
  // What is asked in a dialog was asked of a row at rest.
  return act === null || act.closest('dialog') !== null ? null : act.closest('li');
}

function refuse(event: MouseEvent | KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Once, however often it is pressed meanwhile. */
function sayNotCounted(): void {
  toast.error(texts('desk').said.notCounted, { id: 'not-counted' });
}

import { type MouseEvent, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list whose rows leave when they are dealt with: the focus goes to the row that takes the place.
 *
 * `ids` names the rows in order. Give both results to the list.
 */
export function useFocusNext(ids: string): {
  ref: React.RefObject<HTMLUListElement | null>;
  onClickCapture: (event: MouseEvent) => void;
} {
  const list = useRef<HTMLUListElement>(null);
  const pressedRow = useRef<number | null>(null);
  const known = useRef(ids);

  useEffect(() => {
    const row = pressedRow.current;
    if (known.current === ids) return;
    known.current = ids;
    if (row === null || document.activeElement !== document.body) return;
    pressedRow.current = null;
    const rows = list.current?.children;
    const next = rows?.item(Math.min(row, rows.length - 1));
    next?.querySelector<HTMLElement>('.acts button')?.focus({ preventScroll: true });
  }, [ids]);

  const handleClick = (event: MouseEvent) => {
    const row = (event.target as Element).closest('li');
    pressedRow.current = row === null ? null : [...(list.current?.children ?? [])].indexOf(row);
  };
  return { ref: list, onClickCapture: handleClick };
}

import { type RefObject, useEffect, useRef } from 'react';

interface FocusNewRow {
  list: RefObject<HTMLUListElement | null>;
  /** More of the list was asked for, by a button that may go once it is there. */
  onMore: () => void;
}

/**
 * Once more than the `length` rows of a list stand there because they were asked for, the keyboard goes on with the first
 * new one, which must be able to hold it (`tabIndex={-1}`): not with a button in it, which a held key would press. Whoever
 * has gone elsewhere meanwhile stays there. What was fetched (`isFetching`) without more of it is no longer asked for.
 */
export function useFocusNewRow(length: number, isFetching = false): FocusNewRow {
  const list = useRef<HTMLUListElement>(null);
  const asked = useRef<{ at: number; by: Element | null } | null>(null);
  useEffect(() => {
    if (asked.current === null || isFetching) return;
    const { at, by } = asked.current;
    asked.current = null;
    if (length <= at || ![by, document.body].includes(document.activeElement)) return;
    list.current?.querySelectorAll<HTMLElement>(':scope > li')[at]?.focus();
  }, [length, isFetching]);
  return {
    list,
    onMore: () => {
      asked.current = { at: length, by: document.activeElement };
    },
  };
}

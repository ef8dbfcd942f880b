import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A value as it is by now, for what goes on after an answer has come: a handler sees it as it was at the press. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

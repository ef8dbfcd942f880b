import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Whether a text has more lines than are shown of it, also as its width changes. */
export function useIsCut<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const text = ref.current;
    if (text === null) return undefined;
    const look = () => setIsCut(text.scrollHeight > text.clientHeight + 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(text);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut];
}

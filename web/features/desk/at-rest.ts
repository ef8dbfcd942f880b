/** Values that follow a hand, of which only those are sent at which it rests. */
export interface AtRest<T> {
  put: (value: T) => void;
  /** Sends now what waits for the hand to rest, if anything does. */
  flush: () => void;
}

/** Sends the value that was put last, once, when none has followed it for `restMs`. */
export function createAtRest<T>(send: (value: T) => void, restMs: number): AtRest<T> {
  let waiting: { value: T; timer: ReturnType<typeof setTimeout> } | null = null;
  const flush = () => {
    if (waiting === null) return;
    const { value, timer } = waiting;
    clearTimeout(timer);
    waiting = null;
    send(value);
  };
  return {
    flush,
    put: (value) => {
      clearTimeout(waiting?.timer);
      waiting = { value, timer: setTimeout(flush, restMs) };
    },
  };
}

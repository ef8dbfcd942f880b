/** Totals and lists are read again after a change: a burst of changes makes one reading. */
const bundleMs = 300;

/** `act`, but at most once every 300 ms however often it is asked for; the last asking is never lost. */
export function bundled(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, bundleMs);
  };
}

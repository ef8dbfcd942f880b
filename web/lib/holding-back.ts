const lock = 'held-back';

/**
 * Says to every tab of this browser that something is held back here, until the returned function is called: a session ends
 * only then.
 *
 * Where the browser has no locks (an address that is neither https nor this machine) other tabs hear nothing of it.
 */
export function holdBack(): () => void {
  const over = new AbortController();
  const isOver = new Promise((resolve) => over.signal.addEventListener('abort', resolve));
  if ('locks' in navigator) void navigator.locks.request(lock, { mode: 'shared' }, () => isOver);
  return () => over.abort();
}

/** Ends once no tab of this browser holds anything back. Rejects after `timeoutMs`. */
export async function nothingHeldBack(timeoutMs: number): Promise<void> {
  if (!('locks' in navigator)) return;
  await navigator.locks.request(lock, { signal: AbortSignal.timeout(timeoutMs) }, () => undefined);
}

import { sameKeyMs } from '#server/process/stop-signals.ts';

/** What a shell expects of a program that a signal has ended: 128 and its number. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Giving back what was opened may take this long: a query under way is waited for. */
const longestEndMs = 10_000;

/**
 * Ends a command at the first SIGINT, SIGTERM or SIGHUP: gives back what it has opened, most of all its PostgreSQL, then
 * exits. A second signal, and 10 seconds, end it at once. Work that is half done is left as `kill -9` would leave it.
 *
 * Aborts what it returns with the first one: whatever the command says from then on comes of its end.
 */
export function endOnSignals(cleanUp: AsyncDisposableStack): AbortSignal {
  const ending = new AbortController();
  let endingSince = 0;
  const onSignal = (signal: keyof typeof exitCodes): void => {
    const end = (): void => process.exit(exitCodes[signal]);
    if (ending.signal.aborted) {
      if (performance.now() - endingSince >= sameKeyMs) end();
      return;
    }
    endingSince = performance.now();
    ending.abort();
    setTimeout(end, longestEndMs);
    // The command goes on for that long, without what was taken from it.
    process.on('uncaughtException', () => {});
    void cleanUp.disposeAsync().then(end, end);
  };
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return ending.signal;
}

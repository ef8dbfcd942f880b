import type { Log } from '#server/app/log.ts';

/** The whole end of a server may take this long; whoever runs it (systemd, Docker, a person) need not wait longer. */
const longestStopMs = 10_000;
/** npm passes on a Ctrl+C that the terminal has already sent to the server itself: the second one is no second wish. */
export const sameKeyMs = 500;

/**
 * Has an end that takes longer than 10 s given up with a line in the log and exit code 1: that loses as little as `kill -9`,
 * which is nothing.
 */
export function giveUpSlowEnd(log: Log): void {
  setTimeout(() => {
    log.error({ longestStopMs }, 'The server could not end in time and is cut off; nothing is lost by it.');
    process.exit(1);
  }, longestStopMs).unref();
}

/**
 * Ends the process in good order at the first SIGINT or SIGTERM, at once at the second. An end that is slow is given up;
 * `stop` ends the process itself when it is through.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stoppingSince: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince === null) {
      stoppingSince = performance.now();
      giveUpSlowEnd(log);
      void stop();
      return;
    }
    if (performance.now() - stoppingSince < sameKeyMs) return;
    log.warn({ signal }, 'A second signal came: the server ends at once.');
    process.exit(1);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

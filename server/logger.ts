import { type DestinationStream, type Logger, pino } from 'pino';
import { hideSecrets } from './hide-secrets.ts';

/** What of an error goes to the log: no connection objects, no query parameters, no bodies. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name: error.name, message: error.message, code, stack: error.stack, cause };
}

/**
 * The log of the process, as lines of JSON on standard error (docs/operate.md: 'Logs').
 *
 * | level | tells |
 * |---|---|
 * | error | something is broken, or somebody got a 500; the line bears the `requestId` that they were shown |
 * | warn | something failed and is tried again |
 * | info | what began and ended |
 * | debug | a line for every request: route by name, never its path; status; milliseconds |
 * | trace | the same, and what libraries say at that level |
 *
 * At no level a key, password or token, or the whole address of a person, be it IP or wallet. Code that logs names no
 * such thing; and because errors of other people's code do, every line goes through `hideSecrets` before it is written.
 */
export function createLogger(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { error: describeError, err: describeError },
      hooks: { streamWrite: hideSecrets },
    },
    destination,
  );
}

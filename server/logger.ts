import { type Logger, pino } from 'pino';

/** What of an error goes to the log: no connection objects, no request bodies, nothing that could hold a secret. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name: error.name, message: error.message, code, stack: error.stack, cause };
}

/** The log of the process, as lines of JSON on standard error. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, serializers: { error: describeError, err: describeError } },
    pino.destination(2),
  );
}

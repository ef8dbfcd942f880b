import { type DestinationStream, type Logger, pino } from 'pino';
import { NoAnswer } from '#server/app/outside.ts';
import { isStorageUnreachable } from '#server/app/storage-away.ts';
import { hideSecrets } from './hide-secrets.ts';
import { createRepeatFilter } from './quiet-repeats.ts';

/** What of an error goes to the log: no connection objects, no query parameters, no bodies. */
function describeError(error: unknown, isOfOutage = false): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : undefined;
  const isPlaceless = isOfOutage || isStorageUnreachable(error) || error instanceof NoAnswer;
  const cause = error.cause === undefined ? undefined : describeError(error.cause, isPlaceless);
  return {
    name: error.name,
    message: error.message,
    code,
    stack: isPlaceless ? undefined : error.stack,
    cause,
  };
}

/** From this level on somebody waits for an answer to what is logged, by its `requestId`. */
const errorLevel = 50;

/**
 * The log of the process, as lines of JSON on standard error (docs/operate/alarms.md: 'Logs').
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
 * What is said over and over while database or nodes are away is said ever more rarely (`quiet-repeats.ts`), but for errors.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(2),
  now?: () => number,
): Logger {
  const filter = createRepeatFilter(now);
  return pino(
    {
      level,
      base: null,
      serializers: { error: (error) => describeError(error), err: (error) => describeError(error) },
      hooks: {
        streamWrite: hideSecrets,
        logMethod(given, method, lineLevel) {
          const [detail, message] = given as unknown[];
          if (lineLevel >= errorLevel || !isDetail(detail)) return method.apply(this, given);
          const kept = filter(detail, String(message));
          if (kept !== null) method.apply(this, [kept, ...given.slice(1)] as typeof given);
        },
      },
    },
    destination,
  );
}

function isDetail(given: unknown): given is object {
  return typeof given === 'object' && given !== null && 'error' in given;
}

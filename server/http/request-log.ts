import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** A log that can say beforehand whether it writes lines of a level. */
interface ParentLog extends FastifyBaseLogger {
  isLevelEnabled?(level: string): boolean;
}

/**
 * The log of one request: the server's own, with the request's id on each line. It is made with the first line that is
 * really written: making it costs more than answering, and hardly any request has a line.
 */
export function createRequestLog(
  parent: ParentLog,
  bindings: Record<string, unknown>,
  options: Parameters<FastifyBaseLogger['child']>[1],
): FastifyBaseLogger {
  return new RequestLog(parent, bindings, options);
}

class RequestLog {
  readonly #parent: ParentLog;
  readonly #bindings: Record<string, unknown>;
  readonly #options: Parameters<FastifyBaseLogger['child']>[1];
  #made: FastifyBaseLogger | undefined;

  constructor(
    parent: ParentLog,
    bindings: Record<string, unknown>,
    options: Parameters<FastifyBaseLogger['child']>[1],
  ) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#log().level;
  }

  fatal(...args: unknown[]): void {
    this.#write('fatal', args);
  }
  error(...args: unknown[]): void {
    this.#write('error', args);
  }
  warn(...args: unknown[]): void {
    this.#write('warn', args);
  }
  info(...args: unknown[]): void {
    this.#write('info', args);
  }
  debug(...args: unknown[]): void {
    this.#write('debug', args);
  }
  trace(...args: unknown[]): void {
    this.#write('trace', args);
  }
  silent(): void {}

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log().child(...args);
  }

  #write(level: Level, args: unknown[]): void {
    if (this.#made === undefined && this.#parent.isLevelEnabled?.(level) === false) return;
    const log = this.#log();
    Reflect.apply(log[level], log, args);
  }

  #log(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings, this.#options));
  }
}

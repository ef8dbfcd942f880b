import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProblemCode } from '#contract/problem.ts';
import type { Meter } from '#server/app/meter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name in the contract. */
    name?: string;
  }
  interface FastifyReply {
    /** Why the request was refused, if it was. */
    problemCode: ProblemCode | null;
  }
}

/**
 * Measures every request and says it in the log at debug level. Paths are neither told nor counted: they hold secret
 * codes.
 */
export function measureRequests(
  app: FastifyInstance,
  meter: Pick<Meter, 'requestAnswered' | 'refused'>,
): void {
  app.decorateReply('problemCode', null);
  app.addHook('onResponse', (request, reply, done) => {
    const answered = { route: routeName(request), method: request.method, status: reply.statusCode };
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    if (reply.problemCode !== null) meter.refused('http', reply.problemCode);
    meter.requestAnswered({ ...answered, seconds: reply.elapsedTime / 1000 });
    request.log.debug({ ...answered, ms, problem: reply.problemCode ?? undefined }, 'request');
    done();
  });
}

/** What was asked for: the call's name, or the pattern that the path fits. */
export function routeName({ routeOptions }: FastifyRequest): string {
  return routeOptions.config.name ?? routeOptions.url ?? 'unknown';
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemBody, type ProblemCode } from '#contract/problem.ts';
import { Transient } from '#server/app/outside.ts';
import { isStorageAway } from '#server/app/storage-away.ts';
import { routeName } from './measure-requests.ts';
import { securityHeaders } from './security-headers.ts';

/** What Fastify refuses by itself; any other 4xx of it is `invalid_request`. */
const refusals: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};
const statusRefusals: Record<number, ProblemCode> = {
  403: 'not_found',
  404: 'not_found',
  412: 'precondition_failed',
  413: 'body_too_large',
  416: 'range_not_satisfiable',
};
/** What Node refuses on the bare connection. */
const bareRefusals: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
const retryAfterSeconds: Partial<Record<ProblemCode, number>> = { busy: 3, at_capacity: 20, unavailable: 10 };

/**
 * Answers any error of a request as `{ message, code }`.
 *
 * Refusals of ours and of Fastify are 4xx. A chain that is away for the moment is `busy`, a database or disk that is
 * away, too slow or full `unavailable`. Everything else is a bug: logged, and `internal` to the client, who learns nothing
 * of it.
 */
export function replyWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  if (problem.code === 'internal' || problem.code === 'unavailable')
    request.log.error({ err: error, route: routeName(request) }, 'request failed');
  if (error instanceof Transient) request.log.warn({ err: error }, 'the outside world is away');
  const retryAfter = retryAfterSeconds[problem.code];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  reply.removeHeader('content-encoding').removeHeader('etag').removeHeader('last-modified');
  const wholeRange = wholeRangeIn(error);
  if (wholeRange !== undefined) reply.header('content-range', wholeRange);
  reply.problemCode = problem.code;
  // Whoever tells the operator of it can say which request it was.
  const body = problem.code === 'internal' ? { ...bodyOf(problem), id: request.id } : bodyOf(problem);
  return reply.code(problem.status).type('application/json').send(body);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Transient) return new Problem('busy');
  if (isStorageAway(error)) return new Problem('unavailable');
  const { code, statusCode, status } = error as Partial<FastifyError> & { status?: number };
  const http = statusCode ?? status ?? 500;
  if (http < 400 || http >= 500) return new Problem('internal');
  return new Problem(refusals[code ?? ''] ?? statusRefusals[http] ?? 'invalid_request');
}

/** How long the file is of which a part beyond its end was asked for, where the sender of files tells it with the error. */
function wholeRangeIn(error: unknown): string | undefined {
  return (error as { headers?: Record<string, string> } | null)?.headers?.['Content-Range'];
}

function bodyOf({ message, code }: Problem): ProblemBody {
  return { message, code };
}

/** Answers what is not even HTTP, on the bare connection, in the same form. */
export function refuseConnection(publicUrl: string, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = new Problem(bareRefusals[error.code ?? ''] ?? 'invalid_request');
  const body = JSON.stringify(bodyOf(problem));
  const headers = Object.entries(securityHeaders({ publicUrl, path: '', host: '' }));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      'cache-control: no-store',
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
}

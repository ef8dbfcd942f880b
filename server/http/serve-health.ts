import type { FastifyInstance } from 'fastify';
import { answerReadiness, type CheckReadiness } from '#server/app/readiness.ts';

/**
 * `/healthz`: this process lives. It asks nothing, so that a database that is away ends no process. `/readyz`: whether
 * it should be given requests; 503 names in words what is missing. While new donations are refused it says so, and stays
 * ready: a proxy must not take sockets and payments away from it. Neither is counted by any limit.
 */
export function serveHealth(app: FastifyInstance, checkReadiness: CheckReadiness): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ alive: true }));
  app.get('/readyz', async (_, reply) => {
    const { status, body } = await answerReadiness(checkReadiness);
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });
}

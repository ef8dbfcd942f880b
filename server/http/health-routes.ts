import type { FastifyInstance } from 'fastify';

/**
 * What a supervisor and a proxy ask: `/healthz` answers while the process runs, `/readyz` until `draining` says that
 * the server is about to end, so that no new request is sent here.
 */
export function serveHealth(app: FastifyInstance, draining: AbortSignal): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    return reply
      .code(draining.aborted ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ ready: !draining.aborted });
  });
}

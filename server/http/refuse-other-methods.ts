import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { Problem } from '#contract/problem.ts';

/** Answers any other method at a path with 405 and `Allow`, before anything of its body is read. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const refuse = async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('allow', allowed.join(', '));
    throw new Problem('method_not_allowed');
  };
  const method = app.supportedMethods.filter((known) => !allowed.includes(known)) as HTTPMethods[];
  app.route({ method, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse });
}

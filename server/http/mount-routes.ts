import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { type Route, type RouteName, routes } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { type CurrentSession, findSession } from '#server/app/session-token.ts';
import type { Handlers } from './handlers.ts';
import { clientNetwork, type RateLimiter } from './rate-limits.ts';
import { readInput } from './route-input.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session on routes with access `streamer`, else null. */
    session: CurrentSession | null;
  }
}

/** What the mechanism needs besides the table. */
export interface Mounting {
  ports: Pick<Ports, 'sessions'>;
  handlers: Handlers;
  limitRate: RateLimiter;
}

type AnyHandler = (
  input: ReturnType<typeof readInput>,
  caller: { session: CurrentSession | null; clientAddress: string },
) => Promise<unknown>;

/**
 * Mounts every route of the contract in this scope.
 *
 * A request goes: rate limit → session and its own limit (before its body is read) → body → validation → handler → reply. The reply is
 * parsed with the route's own schema, so that an undeclared field never leaves; one that does not fit is our bug and
 * answers 500. Any other method on a known path answers 405 with `Allow`.
 */
export function mountRoutes(api: FastifyInstance, mounting: Mounting): void {
  api.decorateRequest('session', null);
  for (const name of Object.keys(routes) as RouteName[]) mountRoute(api, name, mounting);
  for (const path of new Set(Object.values(routes).map((route) => route.path))) refuseOtherMethods(api, path);
}

function mountRoute(api: FastifyInstance, name: RouteName, { ports, handlers, limitRate }: Mounting): void {
  const route: Route = routes[name];
  // The table pairs each input and caller with its handler; inside this loop the compiler cannot see which.
  const handle = handlers[name] as AnyHandler;
  const options: RouteOptions = {
    method: route.method,
    url: route.path,
    onRequest: async (request, reply) => {
      reply.header('cache-control', route.secret === true ? 'no-store' : 'no-cache');
      await limitRate.byAddress(name, request, reply);
      if (route.access !== 'streamer') return;
      request.session = await authenticate(ports, request);
      await limitRate.byAccount(name, request, reply);
    },
    handler: async (request, reply) => {
      const input = readInput(route, request);
      const result = await handle(input, { session: request.session, clientAddress: clientNetwork(request) });
      return reply.code(route.status).send(route.reply.parse(result));
    },
  };
  if (route.upload === true) api.register(async (files) => mountUpload(files, options));
  else api.route(options);
}

/** Files go past the body parsers: their handler gets the request before a byte of it is read into memory. */
function mountUpload(files: FastifyInstance, options: RouteOptions): void {
  files.removeAllContentTypeParsers();
  files.addContentTypeParser('*', (_request, _payload, done) => done(null));
  files.route(options);
}

async function authenticate(ports: Mounting['ports'], request: FastifyRequest): Promise<CurrentSession> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').trim().split(/\s+/);
  const isBearer = scheme?.toLowerCase() === 'bearer' && token !== undefined && rest.length === 0;
  const session = isBearer ? await findSession(ports, token) : null;
  if (session === null) throw new Problem('unauthorized');
  return session;
}

function refuseOtherMethods(api: FastifyInstance, path: string): void {
  const allowed: string[] = Object.values(routes)
    .filter((route) => route.path === path)
    .flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  const refuse = async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('allow', allowed.join(', '));
    throw new Problem('method_not_allowed');
  };
  const method = api.supportedMethods.filter((known) => !allowed.includes(known)) as HTTPMethods[];
  api.route({ method, url: path, exposeHeadRoute: false, onRequest: refuse, handler: refuse });
}

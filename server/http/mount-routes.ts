import multipart from '@fastify/multipart';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { findTokenCaller, refuseOutOfScope, type TokenCaller } from '#server/app/accounts/access-token.ts';
import type { Capacity } from '#server/app/capacity.ts';
import type { IncomingClip } from '#server/app/clip-ports.ts';
import { type CurrentDesk, findDeskCaller } from '#server/app/desk/desk-caller.ts';
import { isFromHere } from '#server/app/limits/proxy-trust.ts';
import type { Ports } from '#server/app/ports.ts';
import { type CurrentSession, findSession } from '#server/app/accounts/session-token.ts';
import type { AccountCaller } from '#server/app/webhooks/webhook-ports.ts';
import { deviceWords } from './device-words.ts';
import type { Handlers } from './handler.ts';
import type { RateLimiter } from './rate-limits.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';
import { readInput } from './route-input.ts';
import type { UploadReceiver } from './receive-uploads.ts';
import { sendText } from './send-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session on routes with access `streamer` or `operator`, else null. */
    session: CurrentSession | null;
    /** Who came with an API token instead, on routes that take one by its scopes, else null. */
    tokenCaller: TokenCaller | null;
    /** Who is at the desk, on routes with access `desk`, else null. */
    desk: CurrentDesk | null;
  }
}

/** What the mechanism needs besides the table. */
export interface Mounting {
  ports: Pick<Ports, 'sessions' | 'streamers' | 'accessTokens' | 'clock'>;
  handlers: Handlers;
  limitRate: RateLimiter;
  uploads: UploadReceiver;
  capacity: Capacity;
}

type AnyHandler = (
  input: ReturnType<typeof readInput>,
  caller: {
    session: CurrentSession | null;
    account: AccountCaller | null;
    desk: CurrentDesk | null;
    clientAddress: string;
    isFromHere: boolean;
    device: string | null;
    upload: IncomingClip | null;
  },
) => Promise<unknown> | AsyncIterable<string>;

/**
 * Mounts every route of the contract in this scope.
 *
 * A request goes: who asks, where a page of another site would act → capacity, where it begins a donation (before anything
 * waits for the database) → rate limit → session or token and its own limit (before its body is read) → body → limit by the
 * name that it signs in with → validation → handler → reply. The reply is parsed with the route's own schema, so that an
 * undeclared field never leaves; one that does not fit is our bug and answers 500. Any other method on a known path answers
 * 405 with `Allow`, but for the operator's paths, which only operators know.
 */
export function mountRoutes(api: FastifyInstance, mounting: Mounting): void {
  api.decorateRequest('session', null);
  api.decorateRequest('tokenCaller', null);
  api.decorateRequest('desk', null);
  for (const name of Object.keys(routes) as RouteName[]) mountRoute(api, name, mounting);
  const open = Object.values(routes).filter(({ access }) => access !== 'operator');
  for (const path of new Set(open.map((route) => route.path))) refuseOtherMethods(api, path, methodsAt(path));
}

function mountRoute(api: FastifyInstance, name: RouteName, mounting: Mounting): void {
  const { ports, handlers, limitRate, uploads, capacity } = mounting;
  const route: Route = routes[name];
  // The table pairs each input and caller with its handler; inside this loop the compiler cannot see which.
  const handle = handlers[name] as AnyHandler;
  const options: RouteOptions = {
    method: route.method,
    url: route.path,
    config: { name },
    onRequest: [
      (request, reply, done) => {
        reply.header('cache-control', route.secret === true ? 'no-store' : 'no-cache');
        if (route.method !== 'GET') refuseOtherSites(request);
        done();
      },
      admit(name, mounting),
    ],
    handler: async (request, reply) => {
      // Where there is nothing to wait for, it is not waited: a poll is answered in less time than that takes.
      const counted = limitRate.byName(name, request, reply);
      if (counted !== undefined) await counted;
      const input = readInput(route, request);
      const caller = {
        session: request.session,
        account: accountOf(request),
        desk: request.desk,
        clientAddress: request.clientNetwork,
        get isFromHere() {
          return isFromHere(request.headers);
        },
        get device() {
          return deviceWords(request.headers['user-agent']);
        },
        upload: route.upload === true ? uploads.take(request, reply) : null,
      };
      const result =
        route.begins === true
          ? capacity.hold(
              route.upload === true ? 'upload' : 'donation',
              async () => await (handle(input, caller) as Promise<unknown>),
            )
          : handle(input, caller);
      if (route.sends !== undefined) {
        const text = result as AsyncIterable<string>;
        return await sendText(reply, route.sends, { text, now: ports.clock.now() });
      }
      const answer = route.reply.parse(await result);
      const noted = limitRate.signedIn(name, request, reply);
      if (noted !== undefined) await noted;
      return reply.code(route.status).send(answer);
    },
  };
  if (route.upload === true) api.register((files) => mountUpload(files, options, uploads));
  else api.route(options);
}

/**
 * Lets in who may make a call, and counts them. What begins a donation is refused past capacity before anything is
 * counted. Frequent calls that anyone may make are counted in memory, and go on without waiting.
 */
function admit(
  name: RouteName,
  { ports, limitRate, capacity }: Mounting,
): onRequestHookHandler | onRequestAsyncHookHandler {
  const route: Route = routes[name];
  if (route.access === 'operator') {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const count = async () => limitRate.byAddress(name, request, reply);
      request.session = await admitOperator(request, reply, { count, ports });
      await limitRate.byAccount(name, request, reply);
    };
  }
  if (route.access !== 'anyone') {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      await limitRate.byAddress(name, request, reply);
      await identify(request, route, ports);
      await limitRate.byAccount(name, request, reply);
    };
  }
  return (request, reply, done) => {
    if (route.begins === true) capacity.admit();
    const counted = limitRate.byAddress(name, request, reply);
    if (counted === undefined) done();
    else counted.then(() => done(), done);
  };
}

/** Files go past the body parsers: their handler gets the request before a byte of it is read. */
async function mountUpload(
  files: FastifyInstance,
  options: RouteOptions,
  uploads: UploadReceiver,
): Promise<void> {
  files.removeAllContentTypeParsers();
  await files.register(multipart, { throwFileSizeLimit: false });
  files.addContentTypeParser('*', (_request, _payload, done) => done(null));
  uploads.answerEarly(files);
  files.route(options);
}

/**
 * Finds out who calls a route that is not anyone's. Throws `Problem`: `unauthorized`; for a token that is in force and
 * opens other calls `insufficient_scope` or `session_needed`.
 */
async function identify(request: FastifyRequest, route: Route, ports: Mounting['ports']): Promise<void> {
  if (route.access === 'desk') {
    request.desk = await authenticate(
      request,
      async (token) =>
        (await findDeskCaller(ports, token)) ?? (await refuseOutOfScope(ports, token, ['alerts'])),
    );
    return;
  }
  const { scopes = [] } = route;
  const who = await authenticate(
    request,
    async (token) => (await findSession(ports, token)) ?? (await findTokenCaller(ports, token, scopes)),
  );
  if ('tokenName' in who) request.tokenCaller = who;
  else request.session = who;
}

/** For whom a call is made, and by which token where it is one. */
function accountOf({ session, tokenCaller }: FastifyRequest): AccountCaller | null {
  return tokenCaller ?? (session === null ? null : { userId: session.userId, tokenName: null });
}

/** Who comes with the bearer token of a request. A token that opens something else opens nothing here. */
async function authenticate<Who>(
  request: FastifyRequest,
  find: (token: string) => Promise<Who | null>,
): Promise<Who> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').trim().split(/\s+/);
  const isBearer = scheme?.toLowerCase() === 'bearer' && token !== undefined && rest.length === 0;
  const who = isBearer ? await find(token) : null;
  if (who === null) throw new Problem('unauthorized');
  return who;
}

/**
 * The session of an operator. Everybody else meets what an unknown path answers; so does who asks too often, because
 * unknown paths are not counted. The role is looked up each time: taking it away works at once.
 */
async function admitOperator(
  request: FastifyRequest,
  reply: FastifyReply,
  { count, ports }: { count: () => Promise<void>; ports: Mounting['ports'] },
): Promise<CurrentSession> {
  try {
    await count();
    const session = await authenticate(request, (token) => findSession(ports, token));
    const streamer = await ports.streamers.find(session.userId);
    if (streamer !== null && streamer.operatorSince !== null) return session;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reply.removeHeader('retry-after');
  }
  throw new Problem('not_found');
}

function methodsAt(path: string): string[] {
  return Object.values(routes)
    .filter((route) => route.path === path)
    .flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
}

import { isUtf8 } from 'node:buffer';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { Problem } from '#contract/problem.ts';
import { socketPath } from '#contract/realtime.ts';
import { boundlessCapacity, type Capacity } from '#server/app/capacity.ts';
import { type Meter, noMeter } from '#server/app/meter.ts';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';
import { isChainAway } from '#server/app/operator/judge-operation.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CheckReadiness } from '#server/app/readiness.ts';
import { answerPolls } from './answer-polls.ts';
import { createHandlers } from './handlers.ts';
import { measureRequests } from './measure-requests.ts';
import { mountRoutes } from './mount-routes.ts';
import { createOpenApi } from './openapi.ts';
import { sendUnreadable, servePages } from './pages.ts';
import { refuseConnection, replyWithProblem } from './problem-replies.ts';
import { createRateLimiter, isGenerous, type RateLimitOptions } from './rate-limits.ts';
import { createDonatePage } from './share/create-donate-page.ts';
import { serveSharePictures } from './share/serve-share-pictures.ts';
import { createRequestIds } from './request-id.ts';
import { createRequestLog } from './request-log.ts';
import { createUploadReceiver, uploadTimeoutMs } from './receive-uploads.ts';
import { rememberSecurityHeaders } from './security-headers.ts';
import { tellClientsApart } from './tell-clients-apart.ts';
import { watchProxies } from './watch-proxies.ts';
import { serveClips } from './serve-clips.ts';
import { serveHealth } from './serve-health.ts';
import { takeTurns } from './take-turns.ts';

/** How the HTTP side is set up. */
export interface HttpOptions {
  ports: Ports;
  /** The folder of the web build, as an absolute path; it may be missing. */
  distDir: string;
  /** Addresses or CIDRs of proxies whose `X-Forwarded-*` is believed. */
  trustProxy: string[];
  rateLimits: RateLimitOptions;
  /** Told, with a shortened address, of a peer that acts as a proxy without being trusted. */
  onUnknownProxy?: (peer: string) => void;
  /** Tests shorten them. */
  timeouts?: Partial<typeof usualTimeouts>;
  /** Tells that the server will end: connections are not kept, so that proxies and browsers go elsewhere. */
  draining?: AbortSignal;
  /** Tells that the server ends now: uploads that are still arriving are not waited for. */
  closing?: AbortSignal;
  logger: FastifyBaseLogger;
  /** Nothing is measured unless given. */
  meter?: Pick<Meter, 'requestAnswered' | 'refused'>;
  /** Whether another donation may begin; any number unless given. */
  capacity?: Capacity;
  /** What `/readyz` asks; always ready unless given. */
  checkReadiness?: CheckReadiness;
}

const bodyLimitBytes = 64 * 1024;
const uploadsPerAddress = 4;
const usualTimeouts = {
  headersMs: 30_000,
  /** From the first byte of a request to its last: longer than an upload may take, which answers in words. */
  requestMs: uploadTimeoutMs + 15_000,
  /** How often connections are looked at. */
  checkEveryMs: 5000,
};
/** Longer than the 60 s for which usual proxies keep a connection. */
const keepAliveTimeoutMs = 72_000;

/**
 * The whole HTTP side: the contract under `/api`, its OpenAPI document, and the pages.
 *
 * Ready to `listen`; Socket.IO attaches to `app.server`. Fastify does not log requests, for their paths hold secret link
 * codes: see `measureRequests`.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { ports, logger } = options;
  const { publicUrl, socialUrl, legalUrls, network, networkLabel } = ports.settings;
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const headersFor = rememberSecurityHeaders(publicUrl);
  const secure = (reply: FastifyReply): FastifyReply =>
    reply.headers(headersFor(reply.request.url, reply.request.host)).headers({
      // Whoever knows better says so; a refusal must not stay in a cache in between until the file is there.
      'cache-control': 'no-cache',
      'x-request-id': reply.request.id,
    });
  const nameRequest = createRequestIds(options.trustProxy);
  const draining = options.draining ?? new AbortController().signal;
  const meter = options.meter ?? noMeter;
  const app = Fastify({
    loggerInstance: logger,
    childLoggerFactory: createRequestLog,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: nameRequest,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Clients that offer HTTP/2 by themselves, as Java's does, would otherwise get no answer at all.
      shouldUpgradeCallback: ({ url = '' }) => url.startsWith(socketPath),
    },
    keepAliveTimeout: keepAliveTimeoutMs,
    // Who has come in before the doors were closed is served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      secure(reply);
      if (!sendUnreadable(request, reply, options.distDir)) replyWithProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(publicUrl, error, socket),
  });
  app.setErrorHandler(replyWithProblem);
  measureRequests(app, meter);
  app.addHook('onRequest', (_, reply, done) => {
    secure(reply);
    done();
  });
  drain(app, draining);
  readJsonOnly(app);
  watchProxies(app, options);
  tellClientsApart(app, createProxyTrust(options.trustProxy));
  const limitRate = createRateLimiter(options.rateLimits);
  serveHealth(app, options.checkReadiness ?? (async () => ({ isReady: true, missing: [] })));
  serveClips(app, ports, limitRate);
  serveSharePictures(app, ports, limitRate);
  const { distDir } = options;
  const sendDonate = createDonatePage({ distDir, ports, publicUrl, limitRate });
  const money = network === 'mainnet' ? 'real' : ports.faucet === null ? 'test' : 'sandbox';
  const landing = { socialUrl, networkLabel, money } as const;
  await servePages(app, { distDir, landing, legalUrls, sendDonate });
  await app.register(
    async (api) => {
      const uploads = createUploadReceiver(ports, {
        mostPerAddress: (request) =>
          isGenerous(request, options.rateLimits.isLoopback) ? Infinity : uploadsPerAddress,
        closing: options.closing ?? new AbortController().signal,
      });
      const capacity = options.capacity ?? boundlessCapacity;
      mountRoutes(api, { ports, handlers: createHandlers(ports), limitRate, uploads, capacity });
      const document = createOpenApi(publicUrl);
      api.get('/openapi.json', () => Promise.resolve(document));
      api.all('/*', () => Promise.reject(new Problem('not_found')));
    },
    { prefix: '/api' },
  );
  await app.ready();
  const { trustProxy } = options;
  const { donations } = ports.memories;
  takeTurns(app.server);
  answerPolls(app.server, {
    donations,
    isChainAway: () => isChainAway(ports.running.nodes()),
    limitRate,
    headersFor,
    nameRequest,
    meter,
    trustProxy,
    draining,
    logger,
  });
  return app;
}

/** Keeps no connection once the server is about to end; one on which a body still arrives is not cut by its answer. */
function drain(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (draining.aborted && request.raw.complete) reply.header('connection', 'close');
    done();
  });
}

/** JSON in valid UTF-8 is the only body. An empty one is as good as none, whatever its content type says. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(new Problem('malformed_body'));
    return parseJson(request, body.toString('utf8'), done);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body: Buffer, done) => {
    done(body.length === 0 ? null : new Problem('unsupported_media'), undefined);
  });
}

import { isUtf8 } from 'node:buffer';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { Ports } from '#server/app/ports.ts';
import { createHandlers } from './handlers.ts';
import { serveHealth } from './health-routes.ts';
import { mountRoutes } from './mount-routes.ts';
import { createOpenApi } from './openapi.ts';
import { servePages } from './pages.ts';
import { refuseConnection, replyWithProblem } from './problem-replies.ts';
import { createRateLimiter, type RateLimits } from './rate-limits.ts';
import { createUploadReceiver } from './receive-uploads.ts';
import { securityHeaders } from './security-headers.ts';
import { serveClips } from './serve-clips.ts';

/** How the HTTP side is set up. */
export interface HttpOptions {
  ports: Ports;
  /** The folder of the web build, as an absolute path; it may be missing. */
  distDir: string;
  /** Addresses or CIDRs of proxies whose `X-Forwarded-*` is believed. */
  trustProxy: string[];
  rateLimits: RateLimits;
  /** Uploads that one address may have under way; 4 unless told. */
  uploadsPerAddress?: number;
  /** Tells that the server will end: connections are not kept, so that proxies and browsers go elsewhere. */
  draining?: AbortSignal;
  /** Tells that the server ends now: uploads that are still arriving are not waited for. */
  closing?: AbortSignal;
  logger: FastifyBaseLogger;
}

const bodyLimitBytes = 64 * 1024;
const headersTimeoutMs = 30_000;
const usualUploadsPerAddress = 4;
/** From the first byte of a request to its last: longer than the minute that an upload may take, which answers in words. */
const requestTimeoutMs = 75_000;
/** Longer than the 60 s for which usual proxies keep a connection. */
const keepAliveTimeoutMs = 72_000;

/**
 * The whole HTTP side: the contract under `/api`, its OpenAPI document, and the pages.
 *
 * Ready to `listen`; Socket.IO attaches to `app.server`. Requests are not logged: their paths hold secret link codes.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { ports, logger } = options;
  const { publicUrl, socialUrl } = ports.settings;
  const secure = (reply: FastifyReply): FastifyReply =>
    reply
      .headers(securityHeaders({ publicUrl, path: reply.request.url, host: reply.request.host }))
      // Whoever knows better says so; a refusal must not stay in a cache in between until the file is there.
      .header('cache-control', 'no-cache');
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs },
    keepAliveTimeout: keepAliveTimeoutMs,
    // Who has come in before the doors were closed is served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void replyWithProblem(error, request, secure(reply)),
    clientErrorHandler: (error, socket) => refuseConnection(publicUrl, error, socket),
  });
  app.setErrorHandler(replyWithProblem);
  app.addHook('onRequest', async (_, reply) => void secure(reply));
  const draining = options.draining ?? new AbortController().signal;
  drain(app, draining);
  serveHealth(app, draining);
  readJsonOnly(app);
  const limitRate = await createRateLimiter(app, options.rateLimits);
  serveClips(app, ports, limitRate);
  await servePages(app, { distDir: options.distDir, socialUrl });
  await app.register(
    async (api) => {
      const uploads = createUploadReceiver(ports, {
        mostPerAddress: options.uploadsPerAddress ?? usualUploadsPerAddress,
        closing: options.closing ?? new AbortController().signal,
      });
      mountRoutes(api, { ports, handlers: createHandlers(ports), limitRate, uploads });
      const document = createOpenApi(publicUrl);
      api.get('/openapi.json', () => Promise.resolve(document));
      api.all('/*', () => Promise.reject(new Problem('not_found')));
    },
    { prefix: '/api' },
  );
  await app.ready();
  return app;
}

/** Keeps no connection once the server is about to end; one on which a body still arrives is not cut by its answer. */
function drain(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onSend', async (request, reply) => {
    if (draining.aborted && request.raw.complete) reply.header('connection', 'close');
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
}

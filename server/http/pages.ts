import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { widgetKinds } from '#contract/widgets.ts';
import type { Settings } from '#server/app/ports.ts';
import { createLandingPage, type LandingFacts } from './landing-page.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

/** Every URL of the web app but the landing page and a donor's pages; anything else is the same page with status 404. */
const appPaths = [
  '/login',
  '/register',
  '/recover',
  '/app',
  '/app/*',
  '/admin',
  '/admin/streamers',
  '/admin/streamers/:id',
  '/admin/log',
  '/dock',
  '/guide',
  '/guide/:chapter',
  '/api/docs',
];
const unbuilt = 'The pages have not been built yet. Run "npm run build", then reload.\n';

interface PagesOptions {
  distDir: string;
  landing: LandingFacts;
  legalUrls: Settings['legalUrls'];
  /** Sends a donor's document; false, with nothing sent, while it has not been built. */
  sendDonate: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
}

/**
 * Serves the web build: hashed assets for a year, everything else revalidated; `.br` and `.gz` variants where they lie
 * beside a file. A build that is missing, or replaced while the server runs, is noticed at the next request. What is no
 * GET or HEAD is refused.
 */
export async function servePages(
  app: FastifyInstance,
  { distDir, landing, legalUrls, sendDonate }: PagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
  });
  if (!existsSync(join(distDir, 'index.html'))) app.log.warn(unbuilt.trim());
  const serve = (url: string, handler: RouteHandlerMethod): void => {
    app.get(url, handler);
    refuseOtherMethods(app, url, ['GET', 'HEAD']);
  };
  const sendLanding = createLandingPage(distDir, landing);
  serve('/', async (request, reply) => {
    const isSent = await sendLanding(request, reply);
    return isSent ? reply : sayUnbuilt(reply);
  });
  for (const url of appPaths) {
    // The same page; that of the signed-in area names beforehand the files that stand around all of its pages.
    const page = /^\/app\b/.test(url) ? 'app.html' : 'index.html';
    serve(url, (_, reply) => sendPage(reply, distDir, page));
  }
  for (const name of ['privacy', 'terms'] as const) {
    const url = legalUrls[name];
    serve(`/${name}`, (_, reply) =>
      url === null ? sendPage(reply, distDir, 'index.html') : reply.redirect(url, 302),
    );
  }
  // With what previews of the link show: see share/create-donate-page.ts.
  serve('/donate/*', async (request, reply) => {
    const isSent = await sendDonate(request, reply);
    return isSent ? reply : sayUnbuilt(reply);
  });
  serve('/widget/*', ({ query }, reply) => sendPage(reply, distDir, overlayPage(query)));
  for (const kind of widgetKinds) {
    serve(`/widget/:linkCode/${kind}`, (_, reply) => sendPage(reply, distDir, 'widgets.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) throw new Problem('not_found');
    return sendPage(reply.code(404), distDir, 'index.html');
  });
}

/**
 * Sends a person whose address the router cannot read, such as a link cut within a letter, what stands at any address where
 * nothing is. False, with nothing sent, for whatever is no page, and while the pages have not been built.
 */
export function sendUnreadable(request: FastifyRequest, reply: FastifyReply, distDir: string): boolean {
  const path = join(distDir, 'index.html');
  if (!isPageRequest(request) || !existsSync(path)) return false;
  // Such a reply knows no `sendFile`.
  void reply.code(404).type('text/html; charset=utf-8').send(readFileSync(path));
  return true;
}

function sendPage(reply: FastifyReply, distDir: string, page: string): FastifyReply {
  // A page that is missing must not be asked for again by the not-found handler.
  if (existsSync(join(distDir, page))) return reply.sendFile(page);
  return sayUnbuilt(reply);
}

/** A preview in the dashboard is a page of its own, with words; the overlay on stream has none. */
function overlayPage(query: unknown): string {
  const isPreview = new URLSearchParams(query as Record<string, string>).get('preview') === '1';
  return isPreview ? 'preview.html' : 'overlay.html';
}

function sayUnbuilt(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send(unbuilt);
}

/** A person's browser asking for a page; a missing file or call gets a problem instead of HTML. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return (method === 'GET' || method === 'HEAD') && !isFile && !/^\/api(?:\/|$)/.test(path);
}

function cacheControlOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

import type { Page, Route as Request } from '@playwright/test';
import type { ServerEvent, ServerPayload } from '#contract/events.ts';
import { type ProblemCode, problems } from '#contract/problem.ts';
import { type RouteName, type RouteReply, routes } from '#contract/routes.ts';

/** A refusal of the server in place of a reply. */
interface Refusal {
  refused: ProblemCode;
}

/** What the played server answers, by call: a reply, a refusal, or no answer at all. May be changed while a page is open. */
export type Replies = { [N in RouteName]?: RouteReply<N> | Refusal | 'unreachable' | undefined };

/** What the played socket tells right after a page has connected. */
export type Told = { [E in ServerEvent]?: ServerPayload<E> };

interface Played {
  told?: Told | undefined;
  /** Told the name of a call for which no reply was given; it is refused as `not_found`. */
  onMissing?: (name: RouteName) => void;
  /** Makes answers slow: all alike, or each by the name of its call. */
  delayMs?: number | ((name: RouteName) => number);
}

/**
 * Plays the server for one page, so that it shows given data at a given time, alike on every machine.
 * The page's files still come from the real server. Without anything told the socket never connects.
 */
export async function playServer(page: Page, replies: Replies, played: Played = {}): Promise<void> {
  const { told, onMissing, delayMs = 0 } = played;
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (request) => {
      const name = callOf(request);
      if (name === null) return await request.continue();
      const reply = replies[name];
      if (reply === undefined) onMissing?.(name);
      const waitMs = typeof delayMs === 'number' ? delayMs : delayMs(name);
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      return await answer(request, name, reply ?? { refused: 'not_found' });
    },
  );
  await page.route((url) => url.pathname.startsWith('/socket.io/'), playSocket(told));
  await page.route(/\/clips\//, (request) =>
    request.continue({ url: new URL('/default-sound.mp3', request.request().url()).href }),
  );
}

async function answer(request: Request, name: RouteName, reply: Replies[RouteName] & {}): Promise<void> {
  if (reply === 'unreachable') return await request.abort('connectionrefused');
  if (typeof reply !== 'object' || !('refused' in reply)) {
    return await request.fulfill({ status: routes[name].status, json: reply });
  }
  const [status, message] = problems[reply.refused];
  return await request.fulfill({ status, json: { code: reply.refused, message } });
}

/** The call that a request makes; null for the documents below /api. */
function callOf(request: Request): RouteName | null {
  const path = new URL(request.request().url()).pathname.replace(/^\/api/, '');
  const method = request.request().method();
  const names = Object.keys(routes) as RouteName[];
  return (
    names.find((name) => routes[name].method === method && pathPattern(routes[name].path).test(path)) ?? null
  );
}

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

const separator = '\u001E';

/** A Socket.IO server by polling that lets everybody in, tells what it was given, and then keeps silent. */
function playSocket(told: Told | undefined): (request: Request) => Promise<void> {
  const texts = { contentType: 'text/plain; charset=UTF-8' };
  return async (request) => {
    const url = new URL(request.request().url());
    if (told === undefined) return await request.abort('connectionrefused');
    if (request.request().method() === 'POST') return await request.fulfill({ ...texts, body: 'ok' });
    const sid = url.searchParams.get('sid');
    if (sid === null) return await request.fulfill({ ...texts, body: `0${JSON.stringify(handshake())}` });
    if (polled.has(sid)) return undefined;
    polled.add(sid);
    const events = Object.entries(told).map((event) => `42/api,${JSON.stringify(event)}`);
    return await request.fulfill({ ...texts, body: [`40/api,{"sid":"${sid}"}`, ...events].join(separator) });
  };
}

/** Connections that have been told everything. */
const polled = new Set<string>();

/** The opening words of the transport; it is never pinged within a test. */
function handshake(): object {
  const quietMs = 3_600_000;
  return {
    sid: `played-${polled.size}-${Date.now()}`,
    upgrades: [],
    pingInterval: quietMs,
    pingTimeout: quietMs,
    maxPayload: 1_000_000,
  };
}

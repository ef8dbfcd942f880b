import type { Route } from '#contract/route.ts';
import type { RouteInput, RouteName, RouteReply } from '#contract/routes.ts';
import { CallProblem, readProblem } from './call-problem.ts';
import { fetchWhole, timeoutMs } from './early-replies.ts';
import { learnServerTime } from './server-clock.ts';
import { reactionTo401 } from './unauthorized.ts';

/** Only the parts that the route really has: params, query, body. */
type CallInput<N extends RouteName> = {
  [K in keyof RouteInput<N> as RouteInput<N>[K] extends undefined ? never : K]: RouteInput<N>[K];
};
type CallArguments<N extends RouteName> = keyof CallInput<N> extends never ? [] : [input: CallInput<N>];

/** What calls need from the page; tests give their own. */
export interface CallDeps {
  baseUrl: string;
  token: { get(): string | null; clear(): void };
  pathname: () => string;
  /** Told after a 401 that ends the session here. */
  onSessionLost: () => void;
  timeoutMs?: number;
}

/** A typed function for some calls of the contract. Throws `CallProblem`, nothing else. */
export type CallOf<Names extends RouteName> = <N extends Names>(
  name: N,
  ...input: CallArguments<N>
) => Promise<RouteReply<N>>;

/**
 * Makes a function for the calls of a table. Replies are validated with the route's own schema.
 * A page loads only the tables that it names: a donor's page has no use for those of the desk.
 */
export function callTable<Names extends RouteName>(
  table: Record<Names, Route>,
  deps: CallDeps,
): CallOf<Names> {
  return async (name, ...[input]) => {
    const route: Route = table[name];
    const { url, init, token } = request(deps, route, input ?? {});
    // Whoever signs out leaves pages behind that still ask for a moment: what the server would say is known.
    if (token === null && route.access !== 'anyone') {
      handle401(deps, name, token);
      throw new CallProblem('unauthorized', 401);
    }
    const { response, body } = await exchange(url, init);
    if (response.ok) return readReply(route, response.status, body) as RouteReply<typeof name>;
    if (response.status === 401) handle401(deps, name, token);
    throw await readProblem(response.status, body);
  };
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

interface Request {
  url: string;
  init: RequestInit;
  /** The token that goes with it. */
  token: string | null;
}

function request(deps: CallDeps, route: Route, parts: Parts): Request {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(parts.params?.[key] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  const headers: Record<string, string> = {};
  const token = deps.token.get();
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  return {
    url: `${deps.baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`,
    init: {
      method: route.method,
      headers,
      signal: AbortSignal.timeout(deps.timeoutMs ?? timeoutMs),
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      // An act that was pressed still happens when the page goes away meanwhile.
      ...(parts.body === undefined && route.method !== 'GET' && { keepalive: true }),
    },
    token,
  };
}

/** One request and its whole answer; the timeout covers the body as well. An unparsable body is `undefined`. */
async function exchange(url: string, init: RequestInit): Promise<{ response: Response; body: unknown }> {
  try {
    const { response, text, askedAtMs } = await fetchWhole(url, init);
    learnServerTime(response.headers.get('date'), askedAtMs);
    return { response, body: parseJson(text) };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw new CallProblem(timedOut ? 'timeout' : 'offline', 0, undefined, error);
  }
}

/** A JSON text, or `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A reply as its route's schema has it. Throws `CallProblem('unreadable')` for anything else. */
export function readReply(route: Pick<Route, 'reply'>, status: number, body: unknown): unknown {
  const parsed = route.reply.safeParse(body);
  if (!parsed.success) throw new CallProblem('unreadable', status, undefined, parsed.error);
  return parsed.data;
}

/**
 * Does what a 401 asks for. One for a token that is no longer the page's says nothing of the session that is there now:
 * whoever signed in while the call was under way stays.
 */
export function handle401(deps: Omit<CallDeps, 'baseUrl'>, name: RouteName, token: string | null): void {
  const reaction = reactionTo401(name, deps.pathname());
  if (reaction === 'nothing' || deps.token.get() !== token) return;
  deps.token.clear();
  if (reaction === 'leave') deps.onSessionLost();
}

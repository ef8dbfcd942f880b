import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type RouteName, type RouteReply, routes } from '#contract/routes.ts';

/** Plain HTTP with kept connections: `fetch` costs the load generator several times as much. */
const agent = new Agent({ keepAlive: true });

/**
 * Makes a call of the contract that has no path parameters. Throws on any other status than success.
 * `from` is the client's address as a proxy tells it; a server with TRUST_PROXY=127.0.0.1 believes it.
 */
export async function call<N extends RouteName>(
  url: string,
  name: N,
  { body, token, from }: { body?: unknown; token?: string; from?: string } = {},
): Promise<RouteReply<N>> {
  const route = routes[name];
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const call = request(
      `${url}/api${route.path}`,
      {
        method: route.method,
        agent,
        headers: {
          ...(sent !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(sent),
          }),
          ...(from !== undefined && { 'x-forwarded-for': from }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      },
      (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      },
    );
    call.once('error', reject);
    call.end(sent);
  });
  if (answer.status !== route.status) throw new Error(`${name} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body) as RouteReply<N>;
}

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { PublicDonation } from '#contract/donation.ts';
import { routes } from '#contract/routes.ts';
import type { ProxyTrust } from '#server/app/limits/proxy-trust.ts';
import { createProxyTrust, isForwarded } from '#server/app/limits/proxy-trust.ts';
import { clientNetwork } from '#server/app/limits/client-network.ts';
import type { Meter } from '#server/app/meter.ts';
import type { ReadMemory } from '#server/app/reads/read-memory.ts';
import { statusOf } from '#server/app/donations/read-status.ts';
import type { RateLimiter } from './rate-limits.ts';

/** So often at most the chain is looked at: polls come by the thousand a second. */
const lookEveryMs = 500;

/** What a poll needs that is answered before the router sees it: the same parts that the router's way uses. */
interface PollAnswering {
  donations: Pick<ReadMemory<PublicDonation>, 'peek'>;
  /** Whether payments cannot be seen right now. */
  isChainAway: () => boolean;
  limitRate: Pick<RateLimiter, 'countEarly'>;
  headersFor: (path: string, host: string) => Readonly<Record<string, string>>;
  nameRequest: (request: IncomingMessage) => string;
  meter: Pick<Meter, 'requestAnswered'>;
  trustProxy: readonly string[];
  draining: AbortSignal;
  logger: FastifyBaseLogger & { isLevelEnabled?(level: string): boolean };
}

/** An answer as it is sent again and again. */
interface Text {
  body: string;
  bytes: string;
  encoding: 'latin1' | 'utf8';
}

const route = routes.donationStatus;
const prefix = `/api${route.path.replace(':id', '')}`;
const labels = { route: 'donationStatus', method: route.method, status: route.status };

/**
 * Answers status polls that memory knows, before any other listener of the server. What memory is about to know for
 * certain is waited for, some milliseconds at most. Everything else goes on to those listeners that are there now, and is
 * answered there as if this did not exist: what is not remembered, is refused, comes from an unknown proxy, has a body, or
 * is to be logged.
 *
 * A poll is by far the most frequent call, and the router's way, with its request, reply, hooks and schemas, costs several
 * times what the answer does. The text of an answer was made, and checked against the contract, when it was first sent;
 * it goes with what is remembered. Status, headers, body, limits and metrics are those of the router's way.
 */
export function answerPolls(server: Server, answering: PollAnswering): void {
  const others = server.listeners('request') as RequestListener[];
  const answer = createPollAnswer(server, answering);
  const { donations } = answering;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const answerOrPassOn = (donation: PublicDonation | null): void => {
      if (donation !== null && answer(request, response, donation)) return;
      for (const listener of others) Reflect.apply(listener, server, [request, response]);
    };
    const donation = isPoll(request) ? donations.peek((request.url ?? '').slice(prefix.length)) : null;
    if (donation instanceof Promise) void donation.then(answerOrPassOn);
    else answerOrPassOn(donation);
  });
}

function isPoll({ url = '', method }: IncomingMessage): boolean {
  return url.startsWith(prefix) && method === route.method;
}

function createPollAnswer(
  server: Server,
  answering: PollAnswering,
): (request: IncomingMessage, response: ServerResponse, donation: PublicDonation) => boolean {
  const { isChainAway, limitRate, headersFor, nameRequest, meter, draining, logger } = answering;
  const proxies = createProxyTrust(answering.trustProxy);
  let texts = new WeakMap<PublicDonation, Text>();
  const flatHeaders = new WeakMap<object, readonly string[]>();
  let [isAway, lookAgainAt] = [false, 0];
  const look = (nowMs: number): void => {
    const wasAway = isAway;
    [isAway, lookAgainAt] = [isChainAway(), nowMs + lookEveryMs];
    if (isAway !== wasAway) texts = new WeakMap();
  };
  const textOf = (donation: PublicDonation, nowMs: number): Text => {
    if (nowMs >= lookAgainAt) look(nowMs);
    const known = texts.get(donation);
    if (known !== undefined) return known;
    const body = JSON.stringify(route.reply.parse(statusOf(donation, isAway)));
    const bytes = Buffer.byteLength(body);
    // What is plain ASCII is written with less work.
    const text: Text = { body, bytes: String(bytes), encoding: bytes === body.length ? 'latin1' : 'utf8' };
    texts.set(donation, text);
    return text;
  };
  const flat = (headers: Readonly<Record<string, string>>): readonly string[] => {
    const known = flatHeaders.get(headers) ?? Object.entries(headers).flat();
    flatHeaders.set(headers, known);
    return known;
  };

  return (request, response, donation) => {
    const { url = '', headers } = request;
    if (headers.host === undefined || hasBody(request)) return false;
    if (draining.aborted || !server.listening || logger.isLevelEnabled?.('debug') === true) return false;
    const network = networkOf(request, proxies);
    if (network === null) return false;
    const startedAt = performance.now();
    const text = textOf(donation, startedAt);
    if (!limitRate.countEarly('donationStatus', request, network)) return false;
    response.writeHead(route.status, [
      ...flat(headersFor(url, headers.host)),
      'cache-control',
      'no-cache',
      'x-request-id',
      nameRequest(request),
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      text.bytes,
    ]);
    response.end(text.body, text.encoding);
    meter.requestAnswered({ ...labels, seconds: (performance.now() - startedAt) / 1000 });
    return true;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The network of who asks; null where the router's way should find out, and warn of it where a proxy is not known. */
function networkOf(
  { headers, socket: { remoteAddress: peer } }: IncomingMessage,
  proxies: ProxyTrust,
): string | null {
  if (peer === undefined) return null;
  if (!isForwarded(headers)) return clientNetwork(peer);
  const host = headers['x-forwarded-host'];
  if (!proxies.isTrusted(peer) || (host !== undefined && host !== headers.host)) return null;
  return clientNetwork(proxies.clientAddress(peer, headers));
}

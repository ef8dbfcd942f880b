import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { shortenedAddress } from '#server/app/limits/client-network.ts';
import { createProxyTrust, isForwarded } from '#server/app/limits/proxy-trust.ts';
import type { RateLimitOptions } from './rate-limits.ts';

const warnEveryMs = 3_600_000;

/**
 * Notices requests that were handed on by a peer which `TRUST_PROXY` does not name, and says so at most once an hour.
 *
 * All visitors behind such a proxy count as one. It may also be a client that wrote the header itself: hence no refusal.
 */
export function watchProxies(
  app: FastifyInstance,
  options: {
    trustProxy: readonly string[];
    rateLimits: Pick<RateLimitOptions, 'isLoopback'>;
    onUnknownProxy?: (peer: string) => void;
  },
): void {
  if (options.rateLimits.isLoopback) return;
  const proxies = createProxyTrust(options.trustProxy);
  let quietUntil = 0;
  const watch = ({ headers, socket }: IncomingMessage): void => {
    if (!isForwarded(headers)) return;
    const now = Date.now();
    const peer = socket.remoteAddress ?? '';
    if (now < quietUntil || proxies.isTrusted(peer)) return;
    quietUntil = now + warnEveryMs;
    const shortened = shortenedAddress(peer);
    app.log.warn(
      { peer: shortened },
      `Requests come through a proxy at ${shortened} that TRUST_PROXY does not name: all of its visitors count as one, and its limits refuse them together. If it is yours, set TRUST_PROXY to its address; if not, somebody only pretends, and nothing is to be done.`,
    );
    options.onUnknownProxy?.(shortened);
  };
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    watch(raw);
    done();
  });
}

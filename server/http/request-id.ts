import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Names each request, so that an operator finds its lines in the log. A trusted proxy may have named it already; what
 * anybody else says is ignored, because it would be in the log.
 */
export function createRequestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = createProxyTrust(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isUsable =
      typeof given === 'string' && wellFormed.test(given) && proxies.isTrusted(socket.remoteAddress ?? '');
    return isUsable ? given : randomUUID();
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '#server/app/limits/client-network.ts';
import type { ProxyTrust } from '#server/app/limits/proxy-trust.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The network that the client counts as: an IPv4 address, or the /64 of an IPv6 one. Not Fastify's own `ip`. */
    readonly clientNetwork: string;
  }
}

/**
 * Has every request say which network its client counts as, by the same trust in proxies as sockets and polls: Fastify's
 * own `ip` takes whatever text a proxy wrote last, a port with it.
 */
export function tellClientsApart(app: FastifyInstance, proxies: ProxyTrust): void {
  app.decorateRequest('clientNetwork', {
    getter(this: FastifyRequest): string {
      const { headers, socket } = this.raw;
      return clientNetwork(proxies.clientAddress(socket.remoteAddress ?? '', headers));
    },
  });
}

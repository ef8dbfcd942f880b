import type { IncomingMessage, Server } from 'node:http';
import { socketPath } from '#contract/realtime.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Gives the security headers to what Fastify never sees: the polling answers and refusals of Socket.IO, and Node's own
 * refusal of a header `Expect` that it does not know.
 *
 * Call it once Socket.IO is attached: it puts itself before every listener that is there.
 */
export function secureOtherAnswers(server: Server, publicUrl: string): void {
  const headersFor = ({ url = '', headers }: IncomingMessage): Record<string, string> => ({
    ...securityHeaders({ publicUrl, path: url, host: headers.host ?? '' }),
    'cache-control': 'no-store',
  });
  server.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(socketPath)) return;
    for (const [name, value] of Object.entries(headersFor(request))) response.setHeader(name, value);
  });
  server.on('checkExpectation', (request, response) => {
    response.writeHead(417, { ...headersFor(request), connection: 'close' }).end();
  });
}

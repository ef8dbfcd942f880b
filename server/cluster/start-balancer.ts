import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { socketPath } from '#contract/realtime.ts';
import { explainListening } from '#server/composition/explain-listening.ts';
import { mostWaitingConnections } from '#server/http/connections.ts';
import { type Backend, createBackends } from './backends.ts';
import { forwardRequest } from './forward-request.ts';
import { reachBackend } from './reach-backend.ts';
import { createSocketSessions, sessionIdOf } from './socket-sessions.ts';

/** A small balancer in front of servers, on a port of this machine, without TLS. */
export interface Balancer {
  url: string;
  /** Whether a server wants requests, by its port, as far as is known. */
  isReady(port: number): boolean;
  stop(): Promise<void>;
}

/** So long after it came a request that no server has answered is given up. */
const patienceMs = 8000;
const host = '127.0.0.1';
const repeatable: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);

/**
 * Shares requests out as the examples of `deploy/` do: `/readyz` is asked twice a second, the server with the fewest
 * requests and sockets of those that are ready gets the next one, and where nobody listens the next server is tried. Only
 * GET is sent a second time. A Socket.IO client stays with its server by the id of its session. Sockets that stand are
 * left alone, whatever `/readyz` says.
 *
 * Throws a sentence for the operator when it cannot listen. For trying, on loopback: it adds no `X-Forwarded-For`, so that
 * servers treat everybody as somebody at this machine.
 */
export async function startBalancer(options: {
  port: number;
  servers: readonly number[];
}): Promise<Balancer> {
  const backends = createBackends(options.servers);
  const sessions = createSocketSessions();
  const choose = ({ url }: IncomingMessage, but?: ReadonlySet<Backend>): Backend => {
    const known = sessions.find(url);
    return known?.isReady === true && but?.has(known) !== true ? known : backends.choose(but);
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const deadline = performance.now() + patienceMs;
    const unanswered = new Set<Backend>();
    do {
      const reached = await reachBackend(backends, () => choose(request, unanswered), deadline);
      if (reached === null) return refuse(response, 503);
      using held = backends.hold(reached.backend, () => reached.socket.destroy());
      const isAnswered = await forwardRequest(request, response, reached.socket, (answer) => {
        held.isAnswered = true;
        if (isHandshake(request)) sessions.learn(answer, reached.backend);
      });
      if (isAnswered || response.destroyed) return;
      unanswered.add(reached.backend);
    } while (repeatable.has(request.method) && performance.now() < deadline);
    refuse(response, 502);
  }

  async function upgrade(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const reached = await reachBackend(backends, () => choose(request), performance.now() + patienceMs);
    if (reached === null) return void client.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    const { backend, socket } = reached;
    const held = backends.hold(backend, () => {});
    socket.once('close', () => {
      held[Symbol.dispose]();
      client.destroy();
    });
    client.once('close', () => socket.destroy());
    socket.write(`${request.method} ${request.url} HTTP/1.1\r\n${asLines(request.rawHeaders)}\r\n`);
    socket.write(head);
    socket.pipe(client).pipe(socket);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, client, head) => {
    upgrade(request, client, head).catch(() => client.destroy());
  });
  const clients = new Set<Socket>();
  server.on('connection', (socket) => {
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
  });
  server.listen(options.port, host, mostWaitingConnections);
  try {
    await once(server, 'listening');
  } catch (error) {
    backends.stop();
    return explainListening({ port: options.port, host }, { port: 'PORT', host: 'HOST' })(error);
  }
  return {
    url: `http://${host}:${options.port}`,
    isReady: (port) => backends.isReady(port),
    async stop() {
      backends.stop();
      server.close();
      for (const socket of clients) socket.destroy();
      await once(server, 'close');
    },
  };
}

function isHandshake({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url?.startsWith(`${socketPath}/`) === true && sessionIdOf(url) === null;
}

function asLines(raw: readonly string[]): string {
  let lines = '';
  for (let index = 0; index < raw.length; index += 2) lines += `${raw[index]}: ${raw[index + 1]}\r\n`;
  return lines;
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end(JSON.stringify({ message: 'No server could answer. Please try again.', code: 'busy' }));
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { CapacityState } from '#server/app/capacity.ts';
import type { Meter } from '#server/app/meter.ts';
import { answerReadiness, type CheckReadiness } from '#server/app/readiness.ts';
import { createMeter } from './create-meter.ts';
import { tellCapacity } from './tell-capacity.ts';
import { type FiguresSources, tellFigures } from './figures-at-scrape.ts';

/** What is known only when the whole server has been put together. */
export interface MetricsSources extends FiguresSources {
  /** Open sockets of this process by what they are. */
  sockets: () => Record<string, number>;
  /** Connections of this process to the database. */
  pool: () => { total: number; idle: number; waiting: number };
  /** Over what this process hears of changes on the chain. */
  feedKind: string;
  isFeedHealthy: () => boolean;
  eventLagMs: () => number;
  capacity: () => CapacityState;
  checkReadiness: CheckReadiness;
  /** Sent with every answer. */
  headers: Record<string, string>;
}

/** The metrics of this process. */
export interface Metrics {
  meter: Meter;
  /** Serves `/metrics`, `/healthz` and `/readyz`. Rejects when the port is taken. */
  listen(sources: MetricsSources, place: { port: number; host: string }): Promise<{ stop(): Promise<void> }>;
}

/** Opens the metrics of this process: a registry of their own, so that two servers in one process do not meet. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const meter = createMeter([registry]);
  return {
    meter,
    async listen(sources, { port, host }) {
      // Its timers hold no process and go with the registry.
      collectDefaultMetrics({ register: registry });
      tellProcess(registry, sources);
      tellCapacity(registry, sources.capacity);
      const readFigures = tellFigures(registry, sources);
      const server = createServer((request, response) => {
        void answer(request, { registry, readFigures, sources }).then(
          (reply) => send(response, sources.headers, reply),
          () => send(response, sources.headers, { status: 500, type: 'text/plain', body: 'failed\n' }),
        );
      });
      server.headersTimeout = 5000;
      server.requestTimeout = 10_000;
      server.listen(port, host);
      await once(server, 'listening');
      return { stop: () => close(server) };
    },
  };
}

/** Figures of this process that are read when somebody scrapes. */
function tellProcess(
  registry: Registry,
  { sockets, pool, feedKind, isFeedHealthy, eventLagMs }: MetricsSources,
): void {
  const registers = [registry];
  const socketCount = new Gauge({
    name: 'brava_sockets',
    help: 'Open sockets of this process by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, count] of Object.entries(sockets())) socketCount.set({ kind }, count);
    },
  });
  const connections = new Gauge({
    name: 'brava_database_connections',
    help: 'Connections of this process to the database, and queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = pool();
      connections.set({ state: 'busy' }, total - idle);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'waiting' }, waiting);
    },
  });
  const feed = new Gauge({
    name: 'brava_chain_feed_up',
    help: 'Whether the chain tells of changes, by what it tells over. Without it addresses are read more often.',
    labelNames: ['over'],
    registers,
    collect() {
      feed.set({ over: feedKind }, isFeedHealthy() ? 1 : 0);
    },
  });
  const lag = new Gauge({
    name: 'brava_event_lag_seconds',
    help: 'By how much the reading of what sockets hear is overdue.',
    registers,
    collect() {
      lag.set(eventLagMs() / 1000);
    },
  });
}

interface Reply {
  status: number;
  type: string;
  body: string;
}

async function answer(
  request: IncomingMessage,
  around: { registry: Registry; readFigures: () => Promise<void>; sources: MetricsSources },
): Promise<Reply> {
  const type = 'application/json; charset=utf-8';
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, type: 'text/plain', body: 'GET only\n' };
  switch ((request.url ?? '').split('?', 1)[0]) {
    case '/healthz':
      return { status: 200, type, body: JSON.stringify({ alive: true }) };
    case '/readyz': {
      const { status, body } = await answerReadiness(around.sources.checkReadiness);
      return { status, type, body: JSON.stringify(body) };
    }
    case '/metrics':
      await around.readFigures();
      return { status: 200, type: around.registry.contentType, body: await around.registry.metrics() };
    default:
      return { status: 404, type: 'text/plain', body: '/metrics, /healthz and /readyz are here\n' };
  }
}

function send(
  response: ServerResponse,
  headers: Record<string, string>,
  { status, type, body }: Reply,
): void {
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? '' : body);
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

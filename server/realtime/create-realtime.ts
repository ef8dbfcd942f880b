import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { socketNamespace } from '#contract/realtime.ts';
import type { Log } from '#server/app/log.ts';
import { isOtherSite } from '#server/app/limits/other-site.ts';
import type { EventFeed } from '#server/app/ports.ts';
import { createWidgetRefresh } from '#server/app/desk/widget-refresh.ts';
import { createAdmission, type SocketLimits } from './admit-sockets.ts';
import { createEventDelivery } from './create-event-delivery.ts';
import { countSockets, type SocketKind } from './count-sockets.ts';
import { dropSlowReaders } from './drop-slow-readers.ts';
import { guardConnections } from './guard-connections.ts';
import type { RealtimePorts } from './handlers.ts';
import { RoomMembers } from './room-members.ts';
import { asProblem, createSocketService, type Refusing } from './serve-socket.ts';
import { createRequestShedding } from './shed-request.ts';
import type { LiveNamespace, LiveServer } from './socket-state.ts';
import { strictParser } from './strict-parser.ts';
import { widgetSockets } from './widget-sockets.ts';

/** How often open overlays are compared with their rows, and connections that ended before they came in let go. */
const repairMs = 10_000;
/** A client of ours joins the namespace with its first message. */
const joinWithinMs = 10_000;
const usualAnnounceWithinMs = 30_000;

/** How sockets are limited. The simulation, which has no network, leaves the limits out. */
export interface RealtimeOptions {
  limits?: SocketLimits;
  /** How long a socket may stay that has not said what it is; 30 s unless told. */
  announceWithinMs?: number;
  /** Whether this process has given up what it served: clients are sent elsewhere. */
  isLost?: () => boolean;
  /** Milliseconds since some moment, by a clock that nobody sets. Tests move it. */
  elapsedMs?: () => number;
}

/** The sockets of a process. */
export interface Realtime {
  stop(): Promise<void>;
  countSockets(): Record<SocketKind, number>;
  /** Cuts every socket, so that its client connects again, elsewhere. Nothing is written about their leaving. */
  giveUp(): void;
  /** Compares the open overlays with their rows, at once. */
  mend(): Promise<void>;
}

/**
 * The socket side: namespace `/api`, rooms, and every committed event handed to the local sockets.
 *
 * Pages of other sites are refused by what their browser says; clients that are no browser say nothing. The root namespace
 * and any other take nobody and end the connection: a guard on the root does not run for `/api`. A socket is let in or
 * refused with a problem's words and code as it joins, and a refusal ends its connection; one that never announces itself is
 * cut off and may come again.
 */
export async function createRealtime(
  httpServer: HttpServer,
  ports: RealtimePorts & { events: EventFeed },
  log: Log,
  {
    limits,
    announceWithinMs = usualAnnounceWithinMs,
    isLost = () => false,
    elapsedMs = () => performance.now(),
  }: RealtimeOptions = {},
): Promise<Realtime> {
  const admission = limits === undefined ? null : createAdmission(ports, limits, log);
  const networkOf = (request: IncomingMessage) => admission?.networkOf(request) ?? null;
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    parser: strictParser,
    maxHttpBufferSize: 16_384,
    connectTimeout: joinWithinMs,
    // A dead connection must not count as an overlay for as long as three sends of an alert take; and an overlay of a
    // server that stands still must be at another one within ten seconds.
    pingInterval: 4000,
    pingTimeout: 3500,
    allowRequest: (request, answer) => {
      // Without an answer a proxy sends it to the next server.
      if (isLost()) {
        request.socket.destroy();
        return;
      }
      const isOwn = isOfOwnSite(request.headers, ports.settings.publicUrl);
      answer(null, isOwn && guard.mayBegin(networkOf(request)));
    },
  });
  const guard = guardConnections(io, { networkOf, limiter: limits?.limiter ?? null });
  const shedRequest = createRequestShedding(io);
  io.of('/').use((_socket, next) => next(new Error('Connect to the namespace /api.')));
  const namespace: LiveNamespace = io.of(socketNamespace);
  const slowReaders = dropSlowReaders(namespace);
  if (admission !== null) {
    namespace.use((socket, next) => {
      guard.asked(socket.conn);
      admission.admit(socket).then(
        () => next(),
        (error: unknown) => {
          next(asRefusal(error, { ports, log }));
          // Behind the refusal, which the library writes in this turn. Clients ask again by another connection.
          setImmediate(() => socket.conn.close());
        },
      );
    });
  }
  const leaving = new Set<Promise<void>>();
  const onLeaving = (left: Promise<void>): void => {
    leaving.add(left);
    void left.finally(() => leaving.delete(left));
  };
  const members = new RoomMembers();
  const serve = createSocketService({
    ports: { ...ports, members },
    admission,
    announceWithinMs,
    elapsedMs,
    log,
    onLeaving,
  });
  namespace.on('connection', (socket) => {
    guard.arrived(socket.conn);
    // Rooms are ours: nobody sends to the one that the library has made for this socket.
    namespace.adapter.delAll(socket.id);
    serve(socket);
    shedRequest(socket);
  });
  const repair = setInterval(() => {
    guard.forgetEnded();
    void keepSeats(namespace, ports, log);
  }, repairMs);
  const delivery = createEventDelivery(members);
  const widgets = createWidgetRefresh(widgetSockets(members, ports, log));
  await ports.events.start((event) => {
    delivery.deliver(event, elapsedMs());
    widgets.hear(event);
  });
  let ended: Promise<void> | undefined;
  return {
    countSockets: () => countSockets(namespace, members),
    giveUp() {
      for (const socket of namespace.sockets.values()) {
        delete socket.data.overlay;
        socket.conn.close();
      }
    },
    mend: () => keepSeats(namespace, ports, log),
    stop: () => (ended ??= end()),
  };

  /** Cuts the connections under the sockets, so that their clients connect again by themselves, elsewhere. */
  async function end(): Promise<void> {
    clearInterval(repair);
    slowReaders.stop();
    await ports.events.stop();
    delivery.stop();
    widgets.stop();
    await io.close();
    await Promise.all(leaving);
  }
}

/** Which overlays are open is written down as they come and go; what failed to be written is mended here. */
async function keepSeats(namespace: LiveNamespace, ports: RealtimePorts, log: Log): Promise<void> {
  const listOpen = () =>
    [...namespace.sockets.values()].flatMap((socket) => {
      const seat = socket.data.overlay;
      return seat?.isCounted === true ? [{ socketId: socket.id, ...seat }] : [];
    });
  try {
    await ports.overlays.keepOnly(listOpen);
  } catch (error) {
    log.warn({ error }, 'Open overlays could not be compared with their rows; it is tried again.');
  }
}

/**
 * A browser says where its page came from; it must be this server. With a picture of another site's page it says no origin,
 * but that it is one: many of them would use up what may begin from the visitor's network.
 */
function isOfOwnSite(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  if (isOtherSite(site)) return false;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** What a client gets as `connect_error`, with the code in `data`. */
function asRefusal(error: unknown, { ports, log }: Refusing): Error & { data?: unknown } {
  const problem = asProblem(error);
  ports.meter?.refused('socket', problem.code);
  if (problem !== error) log.error({ error }, 'A socket could not be let in.');
  return Object.assign(new Error(problem.message), { data: { code: problem.code } });
}

import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { type ClientEvent, clientEvents } from '#contract/events.ts';
import { Problem, problems } from '#contract/problem.ts';
import { socketNamespace } from '#contract/realtime.ts';
import type { Log } from '#server/app/log.ts';
import type { EventFeed } from '#server/app/ports.ts';
import { createWidgetRefresh } from '#server/app/widget-refresh.ts';
import { createEventDelivery } from './create-event-delivery.ts';
import { handlers, leaveSeat, type RealtimePorts } from './handlers.ts';
import type { LiveNamespace, LiveServer, LiveSocket } from './socket-state.ts';
import { widgetSockets } from './widget-sockets.ts';

/** More events than this in one window are refused: no client of ours comes near. Ten times as many end the socket. */
const eventsPerWindow = 60;
const windowMs = 10_000;
/** How often open overlays are compared with their rows. */
const repairMs = 10_000;

/**
 * The socket side: namespace `/api`, rooms, and every committed event handed to the local sockets.
 *
 * Origins other than the public URL's are refused; clients that are no browser send none. The root namespace and any
 * other take nobody: a guard on the root does not run for `/api`.
 */
export async function createRealtime(
  httpServer: HttpServer,
  ports: RealtimePorts & { events: EventFeed },
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    // A dead connection must not count as an overlay for as long as three sends of an alert take.
    pingInterval: 8000,
    pingTimeout: 6000,
    allowRequest: (request, answer) => {
      answer(null, isOwnOrigin(request.headers.origin, request.headers.host, ports.settings.publicUrl));
    },
  });
  io.of('/').use((_socket, next) => next(new Error('Connect to the namespace /api.')));
  const namespace: LiveNamespace = io.of(socketNamespace);
  const leaving = new Set<Promise<void>>();
  namespace.on('connection', (socket) =>
    serve(socket, ports, log, (left) => {
      leaving.add(left);
      void left.finally(() => leaving.delete(left));
    }),
  );
  const repair = setInterval(() => void keepSeats(namespace, ports, log), repairMs);
  const delivery = createEventDelivery(namespace);
  const widgets = createWidgetRefresh(widgetSockets(namespace, ports, log));
  await ports.events.start((event) => {
    delivery.deliver(event, ports.clock.now().getTime());
    widgets.hear(event);
  });
  let ended: Promise<void> | undefined;
  return {
    stop: () => (ended ??= end()),
  };

  /** Cuts the connections under the sockets, so that their clients connect again by themselves, elsewhere. */
  async function end(): Promise<void> {
    clearInterval(repair);
    await ports.events.stop();
    delivery.stop();
    widgets.stop();
    await io.close();
    await Promise.all(leaving);
  }
}

/** Which overlays are open is written down as they come and go; what failed to be written is mended here. */
async function keepSeats(namespace: LiveNamespace, ports: RealtimePorts, log: Log): Promise<void> {
  const seats = [...namespace.sockets.values()].flatMap((socket) => {
    const seat = socket.data.overlay;
    return seat?.isCounted === true ? [{ socketId: socket.id, ...seat }] : [];
  });
  try {
    await ports.overlays.keepOnly(seats);
  } catch (error) {
    log.warn({ error }, 'Open overlays could not be compared with their rows; it is tried again.');
  }
}

/** A browser says where its page came from; it must be this server. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Events of one socket are handled one after the other, in the order in which they came; its leaving is the last. */
function serve(
  socket: LiveSocket,
  ports: RealtimePorts,
  log: Log,
  onLeaving: (left: Promise<void>) => void,
): void {
  socket.data.followed = 0;
  let queue = Promise.resolve();
  let windowEndsAt = 0;
  let count = 0;

  const countEvent = (): number => {
    const now = Date.now();
    if (now >= windowEndsAt) {
      windowEndsAt = now + windowMs;
      count = 0;
    }
    return ++count;
  };

  for (const name of Object.keys(clientEvents) as ClientEvent[]) {
    socket.on(name, (payload: unknown) => {
      const events = countEvent();
      if (events > eventsPerWindow * 10) return void socket.disconnect(true);
      if (events > eventsPerWindow) return refuse(socket, new Problem('too_many_requests'), log);
      queue = queue.then(() =>
        handle(socket, ports, name, payload).catch((error) => refuse(socket, error, log)),
      );
    });
  }
  socket.on('disconnect', () => {
    queue = queue.then(() => leaveSeat(ports, socket).catch((error) => refuse(socket, error, log)));
    onLeaving(queue);
  });
}

async function handle(
  socket: LiveSocket,
  ports: RealtimePorts,
  name: ClientEvent,
  payload: unknown,
): Promise<void> {
  const parsed = clientEvents[name].safeParse(payload);
  if (!parsed.success) throw new Problem('invalid_request', `The event ${name} came without what it needs.`);
  await handlers[name](ports, socket, parsed.data as never);
}

function refuse(socket: LiveSocket, error: unknown, log: Log): void {
  if (error instanceof Problem) {
    socket.emit('error', { message: error.message, code: error.code });
    return;
  }
  log.error({ error }, 'A socket event failed.');
  socket.emit('error', { message: problems.internal[1], code: 'internal' });
  // What the client announced may not have been taken in. It connects again and says it again.
  socket.conn.close();
}

import { type ClientEvent, clientEvents } from '#contract/events.ts';
import { Problem, problems } from '#contract/problem.ts';
import type { Log } from '#server/app/log.ts';
import type { SocketAdmission } from './admit-sockets.ts';
import { EventCount } from './event-count.ts';
import { handlers, leaveSeat, type RealtimePorts } from './handlers.ts';
import type { LiveSocket } from './socket-state.ts';

/** More events than this in one window are refused: no client of ours comes near. Ten times as many end the socket. */
const eventsPerWindow = 60;
const windowMs = 10_000;
/** Events of one socket that wait for those before them; with more the database hardly answers, and it comes again later. */
const mostWaiting = 64;

/** What serving a socket needs. */
export interface Serving {
  ports: RealtimePorts;
  admission: SocketAdmission | null;
  announceWithinMs: number;
  log: Log;
  /** Gets the end of all that a socket has begun, once it goes. */
  onLeaving: (left: Promise<void>) => void;
}

/**
 * Events of one socket are handled one after the other, in the order in which they came; its leaving is the last. They
 * are taken where the library would look for listeners: one function weighs less than one for each name.
 */
export function serveSocket(socket: LiveSocket, serving: Serving): void {
  const { ports, log, announceWithinMs } = serving;
  const line: SocketLine = {
    queue: Promise.resolve(),
    waiting: 0,
    sent: new EventCount(windowMs),
    unannounced: setTimeout(() => socket.conn.close(), announceWithinMs),
  };
  socket.data.followed = 0;
  socket.use(([name, payload]) => take(socket, line, serving, { name, payload }));
  socket.on('disconnect', () => {
    announced(line);
    line.queue = line.queue.then(() =>
      leaveSeat(ports, socket).catch((error) => refuse(socket, error, { ports, log })),
    );
    serving.onLeaving(line.queue);
  });
}

/** What is kept with an open socket while it is served. */
interface SocketLine {
  queue: Promise<void>;
  waiting: number;
  sent: EventCount;
  unannounced: NodeJS.Timeout | null;
}

function take(
  socket: LiveSocket,
  line: SocketLine,
  { ports, admission, log }: Serving,
  { name, payload }: { name: string; payload: unknown },
): void {
  const from = { ports, log };
  const events = line.sent.add(Date.now());
  if (events > eventsPerWindow * 10) return void socket.disconnect(true);
  if (events > eventsPerWindow) return refuse(socket, new Problem('too_many_requests'), from);
  const problem = admission?.countEvent(socket) ?? null;
  if (problem !== null) return refuse(socket, problem, from);
  if (!isClientEvent(name)) return;
  if (line.waiting >= mostWaiting) {
    socket.conn.close();
    return;
  }
  line.waiting += 1;
  line.queue = line.queue.then(() =>
    handle(socket, ports, name, payload)
      .then(() => void (isAnnouncement(name) && announced(line)))
      .catch((error) => refuse(socket, error, from))
      .finally(() => (line.waiting -= 1)),
  );
}

function announced(line: SocketLine): void {
  if (line.unannounced !== null) clearTimeout(line.unannounced);
  line.unannounced = null;
}

function isClientEvent(name: unknown): name is ClientEvent {
  return typeof name === 'string' && Object.hasOwn(clientEvents, name);
}

/** With these a client says what it is. */
function isAnnouncement(name: ClientEvent): boolean {
  return name.endsWith('_connect');
}

/** Whose refusals are counted and told. */
interface Refusing {
  ports: RealtimePorts;
  log: Log;
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

function refuse(socket: LiveSocket, error: unknown, { ports, log }: Refusing): void {
  ports.meter?.refused('socket', error instanceof Problem ? error.code : 'internal');
  if (error instanceof Problem) {
    socket.emit('error', { message: error.message, code: error.code });
    return;
  }
  log.error({ error }, 'A socket event failed.');
  socket.emit('error', { message: problems.internal[1], code: 'internal' });
  // What the client announced may not have been taken in. It connects again and says it again.
  socket.conn.close();
}

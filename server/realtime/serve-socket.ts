import { type ClientEvent, clientEvents } from '#contract/events.ts';
import { Problem } from '#contract/problem.ts';
import type { Log } from '#server/app/log.ts';
import { isStorageAway } from '#server/app/storage-away.ts';
import type { SocketAdmission } from './admit-sockets.ts';
import { type HandlerPorts, handlers, leaveSeat } from './handlers.ts';
import type { LiveSocket } from './socket-state.ts';
import { WindowCount } from './window-count.ts';

/** More events than this in one window are refused: no client of ours comes near. */
const eventsPerWindow = 60;
/** Events of one socket that wait for those before them; with more the database hardly answers, and it comes again later. */
const mostWaiting = 64;

/** What serving a socket needs. */
export interface Serving {
  ports: HandlerPorts;
  admission: SocketAdmission | null;
  announceWithinMs: number;
  elapsedMs: () => number;
  log: Log;
  /** Gets the end of all that a socket has begun, once it goes. */
  onLeaving: (left: Promise<void>) => void;
}

/**
 * Opens what serves sockets. Events of one socket are handled one after the other, in the order in which they came; its
 * leaving is the last, and its connection ends with it. They are taken where the library would look for listeners: one
 * function weighs less than one for each name.
 */
export function createSocketService(serving: Serving): (socket: LiveSocket) => void {
  return (socket) => {
    const line = new SocketLine(setTimeout(() => socket.conn.close(), serving.announceWithinMs));
    socket.use(([name, payload]) => take(socket, line, serving, { name, payload }));
    socket.on('disconnect', () => leave(socket, line, serving));
  };
}

/** What is kept with an open socket while it is served. */
class SocketLine extends WindowCount {
  /** The end of what has begun; null while nothing has. */
  queue: Promise<void> | null = null;
  waiting = 0;
  unannounced: NodeJS.Timeout | null;

  constructor(unannounced: NodeJS.Timeout) {
    super();
    this.unannounced = unannounced;
  }
}

function take(
  socket: LiveSocket,
  line: SocketLine,
  { ports, admission, elapsedMs, log }: Serving,
  { name, payload }: { name: string; payload: unknown },
): void {
  // What came together with the word that it leaves is handed on all the same: nothing would end what that begins.
  if (!socket.connected) return;
  const from = { ports, log };
  if (line.countOne() > eventsPerWindow) return refuse(socket, new Problem('too_many_requests'), from);
  const problem = admission?.countEvent(socket) ?? null;
  if (problem !== null) return refuse(socket, problem, from);
  if (!isClientEvent(name)) return;
  if (line.waiting >= mostWaiting) {
    socket.conn.close();
    return;
  }
  line.waiting += 1;
  const cameAt = elapsedMs();
  line.queue = (line.queue ?? Promise.resolve()).then(() =>
    handle(socket, ports, { name, payload, cameAt })
      .then(() => void (isAnnouncement(name) && announced(line)))
      .catch((error) => refuse(socket, error, from))
      .finally(() => {
        line.waiting -= 1;
        if (line.waiting === 0) line.queue = null;
      }),
  );
}

function leave(socket: LiveSocket, line: SocketLine, { ports, admission, log, onLeaving }: Serving): void {
  announced(line);
  ports.members.leaveAll(socket);
  admission?.leave(socket);
  socket.conn.close();
  onLeaving(
    (line.queue ?? Promise.resolve()).then(() =>
      leaveSeat(ports, socket).catch((error) => refuse(socket, error, { ports, log })),
    ),
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
export interface Refusing {
  ports: Pick<HandlerPorts, 'meter'>;
  log: Log;
}

async function handle(
  socket: LiveSocket,
  ports: HandlerPorts,
  { name, payload, cameAt }: { name: ClientEvent; payload: unknown; cameAt: number },
): Promise<void> {
  const parsed = clientEvents[name].safeParse(payload);
  if (!parsed.success) throw new Problem('invalid_request', `The event ${name} came without what it needs.`);
  await handlers[name](ports, socket, parsed.data as never, cameAt);
}

function refuse(socket: LiveSocket, error: unknown, { ports, log }: Refusing): void {
  const problem = asProblem(error);
  ports.meter?.refused('socket', problem.code);
  socket.emit('error', { message: problem.message, code: problem.code });
  if (problem === error) return;
  // While the database is away every client that comes again meets it: of that there is a line a minute.
  log[isStorageAway(error) ? 'warn' : 'error']({ error }, 'A socket event failed.');
  // What the client announced may not have been taken in. It connects again and says it again.
  socket.conn.close();
}

/** What a client is told of an error: a database that is away is no bug of ours, as in answers to requests. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(isStorageAway(error) ? 'unavailable' : 'internal');
}

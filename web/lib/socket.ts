import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type ServerEvent,
  type ServerPayload,
  serverEvents,
  type ServerToClient,
} from '#contract/events.ts';
import { reconnection, socketNamespace } from '#contract/realtime.ts';

type Listeners = { [E in ServerEvent]?: (payload: ServerPayload<E>) => void };

interface LiveSocket {
  close: () => void;
}

/**
 * The dashboard's connection: the token in the handshake says who it is, `streamer_connect` follows every connect.
 *
 * `onConnected` is told true on connect and false on disconnect. Payloads that do not fit the contract are logged and dropped.
 */
export function openStreamerSocket(
  credentials: { userId: string; token: string },
  onConnected: (connected: boolean) => void,
  listeners: Listeners,
): LiveSocket {
  const { socket, close } = open({ auth: { token: credentials.token } });
  socket.on('connect', () => {
    socket.emit('streamer_connect', { userId: credentials.userId });
    onConnected(true);
  });
  socket.on('disconnect', () => onConnected(false));
  listen(socket, listeners);
  return {
    close: () => {
      close();
      onConnected(false);
    },
  };
}

/** A donor's connection to one donation: `donation_connect` follows every connect. */
export function openDonorSocket(
  donationId: string,
  onUpdated: (donation: ServerPayload<'donation_updated'>) => void,
): LiveSocket {
  const { socket, close } = open({});
  socket.on('connect', () => socket.emit('donation_connect', { id: donationId }));
  listen(socket, { donation_updated: onUpdated });
  return { close };
}

/**
 * The desk's connection for whoever holds a token: `desk_connect` follows every connect.
 *
 * `onConnected` is told true when the server has let it in and false on disconnect. Whoever was cut off by the server
 * tries again after a while: the token may have ended, or only the server.
 */
export function openDeskSocket(
  token: string,
  onConnected: (connected: boolean) => void,
  listeners: Listeners,
): LiveSocket {
  const { socket, close } = open({ auth: { token } });
  let again: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => socket.emit('desk_connect', {}));
  socket.on('disconnect', (reason) => {
    onConnected(false);
    if (reason !== 'io server disconnect') return;
    again = setTimeout(() => socket.connect(), reconnection.reconnectionDelayMax);
  });
  listen(socket, { desk_connected: () => onConnected(true), ...listeners });
  return {
    close: () => {
      clearTimeout(again);
      close();
    },
  };
}

type ContractSocket = Socket<ServerToClient, ClientToServer>;

/** How soon a socket asks again that the server did not let in. */
const askAgainMs = 15_000;

/** Where the server refuses a socket, as when too many are open, the library gives up. The page asks again until it closes. */
function open(options: { auth?: { token: string } }): { socket: ContractSocket; close: () => void } {
  const socket: ContractSocket = io(location.origin + socketNamespace, {
    ...reconnection,
    ...options,
    forceNew: true,
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', (error) => {
    if (socket.active) return;
    console.warn('The server did not let this page listen:', error.message);
    again = setTimeout(() => socket.connect(), askAgainMs);
  });
  const close = () => {
    clearTimeout(again);
    socket.close();
  };
  return { socket, close };
}

function listen(socket: ContractSocket, listeners: Listeners): void {
  const onAny = (event: string, payload: unknown) => {
    const listener = listeners[event as ServerEvent] as ((payload: unknown) => void) | undefined;
    const schema = serverEvents[event as ServerEvent] as (typeof serverEvents)[ServerEvent] | undefined;
    if (schema === undefined) return;
    const parsed = schema.safeParse(payload);
    if (!parsed.success) console.warn(`A ${event} message could not be read.`, parsed.error);
    else {
      if (event === 'error') console.warn('The server refused a message.', parsed.data);
      listener?.(parsed.data);
    }
  };
  socket.onAny(onAny);
}

import { type Namespace, Server, Socket } from 'socket.io';
import type { ClientEvent } from '#contract/events.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What a client hears; `disconnect` when its connection was cut. */
type Heard = (name: string, body: unknown) => void;

/** A client's end of a socket. */
export interface ClientSocket {
  id: string;
  send: (name: ClientEvent, payload: object) => void;
  close: () => void;
}

/** Lets clients in to the namespace of a server that listens on no port. */
export interface SocketDoor {
  connect: (onEvent: Heard) => ClientSocket;
  close: () => void;
}

/** What Socket.IO does inside when a client has arrived; it names these parts as its own. */
interface NamespaceInside {
  server: object;
  _doConnect: (socket: Socket) => void;
}
interface SocketInside {
  id: string;
  _onpacket: (packet: { type: number; data: unknown[] }) => void;
  _onclose: (reason: string) => void;
}

const eventPacket = 2;

/**
 * Takes hold of the namespace that the next `createRealtime` opens: the real handlers on real Socket.IO sockets, and
 * nothing of the network below. `close` ends taking hold, not the sockets.
 */
export function openSocketDoor(random: SeededRandom): SocketDoor {
  let namespace: Namespace | undefined;
  const of = Object.getOwnPropertyDescriptor(Server.prototype, 'of');
  const original = of?.value as (this: Server, ...args: Parameters<Server['of']>) => Namespace;
  Server.prototype.of = function (this: Server, ...args: Parameters<Server['of']>) {
    const opened = original.apply(this, args);
    if (args[0] !== '/') namespace = opened;
    return opened;
  } as Server['of'];
  return {
    close: () => {
      if (of !== undefined) Object.defineProperty(Server.prototype, 'of', of);
    },
    connect: (onEvent) => {
      if (namespace === undefined) throw new Error('The server has not opened its namespace');
      const inside = namespace as unknown as NamespaceInside;
      const client = {
        conn: {
          protocol: 4,
          remoteAddress: '127.0.0.1',
          readyState: 'open',
          writeBuffer: [],
          transport: { name: 'simulated' },
          close: () => {
            if (end()) onEvent('disconnect', null);
          },
        },
        request: { headers: {}, connection: {} },
        server: inside.server,
        _packet: ({ data }: { data?: unknown[] }) => {
          if (Array.isArray(data)) onEvent(String(data[0]), data[1]);
        },
        _remove: () => undefined,
      };
      const socket = new Socket(namespace, client as never, {});
      const open = socket as unknown as SocketInside;
      const end = (): boolean => {
        if (client.conn.readyState !== 'open') return false;
        client.conn.readyState = 'closed';
        open['_onclose']('transport close');
        return true;
      };
      open.id = random.uuid();
      inside['_doConnect'](socket);
      return {
        id: open.id,
        send: (name, payload) => open['_onpacket']({ type: eventPacket, data: [name, payload] }),
        close: () => void end(),
      };
    },
  };
}

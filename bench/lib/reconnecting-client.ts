import { Manager } from 'socket.io-client';
import { WebSocket } from 'ws';
import { reconnection } from '#contract/realtime.ts';

/** What a server and its client say to each other; one for Brava, one for the floor. */
export interface Dialogue {
  /** Where to connect, and what a browser would send along. */
  url: string;
  headers: Record<string, string>;
  localAddress: string;
  onOpen: (send: (text: string) => void) => void;
  onText: (
    text: string,
    to: { send: (text: string) => void; admitted: () => void; opened: () => void },
  ) => void;
}

/** The waiting times of socket.io-client, which come from the library itself. */
interface Backoff {
  duration(): number;
  reset(): void;
}

/** Counts how often a client tried in vain. */
export interface Tries {
  failed: number;
}

/**
 * Keeps a connection as socket.io-client does with the product's settings: the library's own back-off decides when it is
 * tried again, and begins anew once a connection stands. `onAdmitted` is called each time the server has let it in.
 */
export function keepConnected(dialogue: Dialogue, tries: Tries, onAdmitted: () => void): { close(): void } {
  const backoff = backoffOf(new Manager(dialogue.url, { ...reconnection, autoConnect: false }));
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = (): void => {
    const { url, headers, localAddress, onOpen, onText } = dialogue;
    const current = new WebSocket(url, {
      headers,
      localAddress,
      handshakeTimeout: reconnection.timeout,
      perMessageDeflate: false,
    });
    socket = current;
    let isOpen = false;
    const send = (text: string): void => current.send(text);
    const opened = (): void => {
      isOpen = true;
      backoff.reset();
    };
    current.on('open', () => onOpen(send));
    current.on('message', (data: Buffer) =>
      onText(data.toString('utf8'), { send, admitted: onAdmitted, opened }),
    );
    current.on('error', () => current.terminate());
    current.on('close', () => {
      if (isClosed) return;
      if (!isOpen) tries.failed += 1;
      timer = setTimeout(connect, backoff.duration());
    });
  };
  connect();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.terminate();
    },
  };
}

function backoffOf(manager: Manager): Backoff {
  return (manager as unknown as { backoff: Backoff }).backoff;
}

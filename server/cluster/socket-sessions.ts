import type { IncomingMessage } from 'node:http';
import type { Backend } from './backends.ts';

/** The id comes within the first bytes of an answer. */
const mostBytes = 1000;
/** A client needs its server for the few requests until it has a WebSocket. */
const mostSessions = 20_000;

/** Which Socket.IO client belongs to which server. */
export interface SocketSessions {
  /** By the path of a request. */
  find(url: string | undefined): Backend | undefined;
  /** Reads along the answer to a client's first request. */
  learn(answer: IncomingMessage, backend: Backend): void;
}

/** Remembers the last 20,000 clients. */
export function createSocketSessions(): SocketSessions {
  const sessions = new Map<string, Backend>();
  return {
    find: (url) => sessions.get(sessionIdOf(url) ?? ''),
    learn(answer, backend) {
      let begun = '';
      answer.on('data', (chunk: Buffer) => {
        if (begun.length > mostBytes) return;
        begun += chunk.toString('latin1');
        const id = /"sid":"([^"]+)"/.exec(begun)?.[1];
        if (id === undefined) return;
        begun = ' '.repeat(mostBytes + 1);
        sessions.set(id, backend);
        const [oldest] = sessions.keys();
        if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest);
      });
    },
  };
}

/** The id under which a Socket.IO client goes on, of a request's path; null for its first request and for others. */
export function sessionIdOf(url: string | undefined): string | null {
  return /[?&]sid=([^&]+)/.exec(url ?? '')?.[1] ?? null;
}

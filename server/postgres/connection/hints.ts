import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hints, HintTopic } from '#server/app/ports.ts';
import { hintChannel } from './outbox.ts';
import { asAway } from './say-away.ts';
import type { SeverableSockets } from './severable-sockets.ts';

const reconnectMs = 500;
const patienceMs = 5000;
const keepAliveMs = 10_000;

/** Wake-up calls that are listened for. */
interface ListeningHints extends Hints {
  start(): Promise<void>;
  /** Wakes whoever works on these topics in this process. */
  wake(topics: Iterable<HintTopic>): void;
  stop(): Promise<void>;
}

/** Whose calls are left out, and where the connection is broken off from outside. */
interface HintSources {
  isOwn?: (backend: number) => boolean;
  sockets?: SeverableSockets;
}

/**
 * Listens on a connection of its own and passes wake-up calls on.
 *
 * What this process's own backends tell is left out if `isOwn` knows them: whoever works here was woken as they committed.
 * After a lost connection it listens again and wakes every topic once: a call may have been missed meanwhile.
 */
export function createHints(
  connectionString: string,
  tell: (error: Error) => void,
  { isOwn = () => false, sockets }: HintSources = {},
): ListeningHints {
  const listeners = new Map<HintTopic, Set<() => void>>();
  const stopped = new AbortController();
  const onError = (error: unknown): void => tell(asAway(error as Error, '08006'));
  let client: Client | undefined;

  const wake = (topic: string): void => {
    for (const listener of listeners.get(topic as HintTopic) ?? []) listener();
  };

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString,
      application_name: 'brava-hints',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      ...(sockets !== undefined && { stream: () => sockets.open() }),
    });
    next.on('error', onError);
    next.on('notification', ({ payload = '', processId }) => {
      if (!isOwn(processId)) wake(payload);
    });
    try {
      await next.connect();
      await next.query(`listen ${hintChannel}`);
    } catch (error) {
      await next.end().catch(onError);
      throw error;
    }
    // Not before: a connection that never stood ends as well, and whoever tried it tries again.
    next.once('end', () => {
      if (!stopped.signal.aborted) void reconnect();
    });
    client = next;
  }

  async function reconnect(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(reconnectMs);
      try {
        await connect();
        for (const topic of listeners.keys()) wake(topic);
        return;
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => set.delete(listener);
    },
    start: connect,
    wake: (topics) => {
      for (const topic of topics) wake(topic);
    },
    async stop() {
      stopped.abort();
      await client?.end();
    },
  };
}

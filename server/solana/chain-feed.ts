import type { ChainFeed, ChainFeedEvents } from '#server/app/chain-ports.ts';
import { PubsubConnection } from './pubsub-connection.ts';

/** How changes are listened for. */
export interface ChainFeedOptions {
  /** PubSub addresses; the next one is taken after each failure. */
  wsUrls: readonly string[];
  /** Without a new slot for so long the socket counts as dead, even if it is open. */
  staleMs?: number;
  /** First and longest wait before the next try. */
  backoffMs?: { first: number; longest: number };
  /** 0 ≤ random() < 1, for the jitter. */
  random?: () => number;
}

/**
 * Listens for balance changes over one WebSocket, and heals by itself.
 *
 * | state | ends by |
 * |---|---|
 * | connecting: opens the socket, subscribes to slots and to all that is watched | all answered and a slot came → live; not after 3 × `staleMs` → waiting |
 * | live: `onReset` was called, changes come | closed, failed, or no slot for `staleMs` → waiting |
 * | waiting: 250 ms, doubled up to 10 s, half of it jitter | its time → connecting, with the next address |
 *
 * `onReset` comes after the subscriptions stand, so that what it makes the caller read closes the gap. A node that
 * refuses subscriptions keeps the feed unhealthy: then the caller reads as often as without it.
 */
export function createChainFeed(options: ChainFeedOptions, events: ChainFeedEvents): ChainFeed {
  const {
    wsUrls,
    staleMs = 6000,
    backoffMs = { first: 250, longest: 10_000 },
    random = Math.random,
  } = options;
  const watched = new Set<string>();
  let connection: PubsubConnection | null = null;
  let retry: NodeJS.Timeout | undefined;
  let lastSlotAt = 0;
  let connectedAt = 0;
  let failures = 0;
  let hasSlot = false;
  let isLive = false;
  let isStopped = false;

  const connect = (): void => {
    lastSlotAt = performance.now();
    connectedAt = lastSlotAt;
    hasSlot = false;
    const url = wsUrls[failures % wsUrls.length];
    if (url === undefined) return;
    connection = new PubsubConnection(url, watched, {
      onSlot: () => {
        // Whoever was silent for so long has missed changes, also if it speaks again.
        if (isStale()) return connection?.close();
        lastSlotAt = performance.now();
        hasSlot = true;
        settle();
      },
      onChange: (address, slot) => events.onChange(address, slot),
      onClosed: () => {
        connection = null;
        isLive = false;
        if (!isStopped) retry = setTimeout(connect, backoff());
      },
    });
  };
  /** Every slot asks again whether the subscriptions stand by now. */
  const settle = (): void => {
    if (isLive || !hasSlot || connection?.isSettled !== true) return;
    isLive = true;
    failures = 0;
    events.onReset();
  };
  const backoff = (): number => {
    const waitMs = Math.min(backoffMs.first * 2 ** failures, backoffMs.longest);
    failures += 1;
    return waitMs * (0.5 + random() / 2);
  };
  const isStale = (): boolean => performance.now() - lastSlotAt > staleMs;
  /** Answers to subscriptions can be lost while slots come: then it would wait for them for ever. */
  const isStuck = (): boolean => !isLive && performance.now() - connectedAt > 3 * staleMs;
  const watchdog = setInterval(
    () => (isStale() || isStuck()) && connection?.close(),
    Math.max(staleMs / 10, 10),
  );

  connect();
  return {
    watch: (address) => {
      watched.add(address);
      connection?.subscribe(address);
    },
    unwatch: (address) => {
      watched.delete(address);
      connection?.unsubscribe(address);
    },
    isHealthy: () => isLive && connection?.hasRefused === false && !isStale(),
    stop: async () => {
      isStopped = true;
      clearInterval(watchdog);
      clearTimeout(retry);
      connection?.close();
    },
  };
}

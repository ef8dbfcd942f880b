import type { ChainFeed, ChainFeedEvents } from '#server/app/chain-ports.ts';
import type { Log } from '#server/app/log.ts';
import type { FeedConnection, FeedSource } from './feed-connection.ts';

/** How changes are listened for. */
export interface ChainFeedOptions {
  /** Which nodes; the next one is taken after each failure. */
  source: FeedSource;
  /** Without a new slot for so long the connection counts as dead, even if it is open. */
  staleMs?: number;
  /** First and longest wait before the next try. */
  backoffMs?: { first: number; longest: number };
  /** 0 ≤ random() < 1, for the jitter. */
  random?: () => number;
  /** At which slots the nodes are that are asked, as far as they have told. */
  slotsAsked?: () => readonly bigint[];
  /** Told why nothing is heard, once for each reason, and when it is over: once all has been heard for 10 × `staleMs`. */
  log?: Pick<Log, 'info' | 'warn'>;
}

/**
 * Listens for balance changes over one connection, and heals by itself. What the connection speaks is the source's
 * business.
 *
 * | state | ends by |
 * |---|---|
 * | connecting: opens the connection, subscribes to slots and to all that is watched | settled and a slot came → live; no address settled for 3 × `staleMs` → waiting |
 * | live: `onReset` was called, changes come | closed, failed, or no slot for `staleMs` → waiting |
 * | waiting: 250 ms, doubled up to 10 s, half of it jitter | its time → connecting, with the next node |
 *
 * `onReset` comes after the subscriptions stand, so that what it makes the caller read closes the gap. A node that
 * refuses subscriptions keeps the feed unhealthy: then the caller reads as often as without it. So does one on another
 * network: it cannot be asked which, but no slot of it is near those of the nodes that are asked.
 */
export function createChainFeed(options: ChainFeedOptions, events: ChainFeedEvents): ChainFeed {
  const {
    source,
    staleMs = 6000,
    backoffMs = { first: 250, longest: 10_000 },
    random = Math.random,
    slotsAsked = () => [],
    log,
  } = options;
  const watched = new Set<string>();
  let connection: FeedConnection | null = null;
  let retry: NodeJS.Timeout | undefined;
  let lastSlotAt = 0;
  let lastSettlingAt = 0;
  let failures = 0;
  let hasSlot = false;
  let newestRoot: bigint | null = null;
  let isLive = false;
  let isStopped = false;
  let liveSince = 0;
  const toldReasons = new Set<string>();

  const connect = (): void => {
    lastSlotAt = performance.now();
    lastSettlingAt = lastSlotAt;
    hasSlot = false;
    connection = source.open(failures, watched, {
      onSlot: (root) => {
        // Whoever was silent for so long has missed changes, also if it speaks again.
        if (isStale()) return connection?.close(silence);
        if (root !== null && isFar(root, slotsAsked())) return connection?.close(far);
        lastSlotAt = performance.now();
        hasSlot = true;
        newestRoot = root;
        settle();
      },
      onChange: (address, slot) => events.onChange(address, slot),
      onSettling: () => {
        lastSettlingAt = performance.now();
      },
      onClosed: (reason) => {
        connection = null;
        isLive = false;
        if (isStopped) return;
        tellTrouble(reason);
        retry = setTimeout(connect, backoff());
      },
    });
  };
  /** Every slot asks again whether the subscriptions stand by now. */
  const settle = (): void => {
    if (isLive || !hasSlot || connection?.isSettled !== true) return;
    isLive = true;
    failures = 0;
    liveSince = performance.now();
    events.onReset();
  };
  const tellTrouble = (reason: string): void => {
    if (toldReasons.has(reason)) return;
    toldReasons.add(reason);
    log?.warn(
      { over: source.kind, reason },
      'Changes on the chain are not heard; addresses are read more often.',
    );
  };
  /** One that breaks off again and again would otherwise be told of with every try. */
  const tellSteady = (): void => {
    if (!isLive || toldReasons.size === 0 || performance.now() - liveSince < 10 * staleMs) return;
    toldReasons.clear();
    log?.info({ over: source.kind }, 'Changes on the chain are heard again.');
  };
  const backoff = (): number => {
    const waitMs = Math.min(backoffMs.first * 2 ** failures, backoffMs.longest);
    failures += 1;
    return waitMs * (0.5 + random() / 2);
  };
  const isStale = (): boolean => performance.now() - lastSlotAt > staleMs;
  /** Answers to subscriptions can be lost while slots come: then it would wait for them for ever. */
  const isStuck = (): boolean => !isLive && performance.now() - lastSettlingAt > 3 * staleMs;
  const watchdog = setInterval(
    () => {
      if (isStale() || isStuck()) connection?.close(silence);
      tellSteady();
    },
    Math.max(staleMs / 10, 10),
  );

  const isHealthy = (): boolean => isLive && connection?.hasRefused === false && !isStale();

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
    isHealthy,
    finalizedSlot: () => (isHealthy() ? newestRoot : null),
    stop: async () => {
      isStopped = true;
      clearInterval(watchdog);
      clearTimeout(retry);
      connection?.close('stopped');
    },
  };
}

const silence = 'the node was silent for too long';
const far =
  'its slots are far from those of the nodes in SOLANA_RPC_URL, as on another network: is it on the same one?';

/** Hours of any network. Networks are millions apart, but for young ones of somebody's own. */
const farSlots = 100_000n;

function isFar(slot: bigint, asked: readonly bigint[]): boolean {
  return asked.length > 0 && asked.every((other) => slot > other + farSlots || other > slot + farSlots);
}

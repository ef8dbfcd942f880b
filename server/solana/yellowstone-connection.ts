import type { ServiceError } from '@grpc/grpc-js';
import { getBase58Decoder } from '@solana/kit';
import type { FeedConnection, FeedConnectionEvents } from './feed-connection.ts';
import {
  confirmed,
  type YellowstoneChannel,
  type YellowstoneRequest,
  type YellowstoneStream,
  type YellowstoneUpdate,
} from './yellowstone-protocol.ts';

/** How many addresses a node takes. */
export interface YellowstoneLimits {
  /** In all: the request that names them has to fit into what the node reads (4 MiB unless it says otherwise). */
  addresses: number;
  /** In one filter; more of them become several filters. */
  addressesPerFilter: number;
}

/** How far the stream was heard, over connections: the next one goes on from there. */
export interface HeardSlot {
  slot: bigint | null;
}

/**
 * Changes are gathered for so long, and after a request the next one waits so long for each address that it named,
 * because each names all of them: about 1 MB a second. Never longer than 4 s: a new donation is read first after 5, and
 * from then on only the stream is quick.
 */
const gatherMs = 20;
const apart = { msPerAddress: 0.05, longestMs: 4000 };
const base58 = getBase58Decoder();

/**
 * Statuses of gRPC that say nothing about the request: cancelled, too late, no right, too much, away. Whatever else
 * answers a request that goes on from a slot may mean that the node does not have that slot any more: the published
 * server says 'out of range', older ones 'internal'.
 */
const notAboutTheRequest: ReadonlySet<number> = new Set([1, 4, 7, 8, 14, 16]);

/**
 * One Yellowstone gRPC stream for all addresses, at `confirmed`.
 *
 * A request names every address that is watched and replaces the one before, so changes are gathered: a thousand at once
 * are one request. The stream is settled with its first slot, which the node tells only by the filters of the request.
 * It goes on from the slot that was heard last; a node that does not have it any more is asked at once without.
 */
export class YellowstoneConnection implements FeedConnection {
  readonly #watched: ReadonlySet<string>;
  readonly #limits: YellowstoneLimits;
  readonly #heard: HeardSlot;
  readonly #events: FeedConnectionEvents;
  #channel: YellowstoneChannel | null = null;
  #stream: YellowstoneStream | null = null;
  #resumedFrom: bigint | null = null;
  #next: NodeJS.Timeout | undefined;
  #mayAskAt = 0;
  #isSettled = false;
  #isClosed = false;

  /** Listens as soon as the channel is there. `heard` is read at the start and written with every slot. */
  constructor(
    channel: Promise<YellowstoneChannel>,
    listening: { watched: ReadonlySet<string>; limits: YellowstoneLimits; heard: HeardSlot },
    events: FeedConnectionEvents,
  ) {
    this.#watched = listening.watched;
    this.#limits = listening.limits;
    this.#heard = listening.heard;
    this.#events = events;
    channel.then(
      (opened) => this.#start(opened),
      (error: unknown) => this.close(String(error)),
    );
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  get hasRefused(): boolean {
    return this.#watched.size > this.#limits.addresses;
  }

  subscribe(_address: string): void {
    this.#sendSoon();
  }

  unsubscribe(_address: string): void {
    this.#sendSoon();
  }

  close(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#next);
    this.#stream?.cancel();
    this.#channel?.close();
    this.#events.onClosed(reason);
  }

  #start(channel: YellowstoneChannel): void {
    if (this.#isClosed) return channel.close();
    this.#channel = channel;
    this.#listen(this.#heard.slot);
  }

  #listen(fromSlot: bigint | null): void {
    const stream = this.#channel?.subscribe();
    if (stream === undefined) return;
    this.#stream = stream;
    this.#resumedFrom = fromSlot;
    stream.on('data', (update: YellowstoneUpdate) => this.#receive(update));
    stream.on('error', (error: ServiceError) => this.#end(stream, error.code, error.message));
    stream.on('end', () => this.#end(stream, 0, 'the node ended the stream'));
    this.#send(fromSlot);
  }

  #receive({ account, slot, ping }: YellowstoneUpdate): void {
    if (this.#isClosed) return;
    const key = account?.account?.pubkey;
    const address = key === undefined ? '' : base58.decode(key);
    if (this.#watched.has(address)) this.#events.onChange(address, BigInt(account?.slot ?? 0));
    if (ping !== undefined) this.#stream?.write({ ping: { id: 1 } });
    if (slot === undefined) return;
    this.#isSettled = true;
    this.#hear(BigInt(slot.slot ?? 0));
    this.#events.onSlot(null);
  }

  #hear(slot: bigint): void {
    if (this.#heard.slot === null || slot > this.#heard.slot) this.#heard.slot = slot;
  }

  #end(stream: YellowstoneStream, status: number, reason: string): void {
    if (this.#isClosed || stream !== this.#stream) return;
    const maySlotBeGone = this.#resumedFrom !== null && !this.#isSettled && !notAboutTheRequest.has(status);
    if (!maySlotBeGone) return this.close(reason);
    this.#heard.slot = null;
    this.#listen(null);
  }

  #sendSoon(): void {
    if (this.#next !== undefined || this.#stream === null || this.#isClosed) return;
    this.#next = setTimeout(
      () => {
        this.#next = undefined;
        // What has not left yet is not followed by more: the node, or the way to it, is slow.
        if (this.#stream?.writableNeedDrain === true) return this.#sendSoon();
        this.#send(null);
      },
      Math.max(gatherMs, this.#mayAskAt - performance.now()),
    );
  }

  #send(fromSlot: bigint | null): void {
    this.#mayAskAt = performance.now() + Math.min(this.#watched.size * apart.msPerAddress, apart.longestMs);
    this.#stream?.write({
      accounts: listFilters(this.#watched, this.#limits),
      slots: { slots: { filterByCommitment: true } },
      commitment: confirmed,
      ...(fromSlot !== null && { fromSlot: String(fromSlot) }),
    } satisfies YellowstoneRequest);
  }
}

/** No filter without an address: it would mean every account of the chain. Beyond the limit the newest count. */
function listFilters(
  watched: ReadonlySet<string>,
  { addresses, addressesPerFilter }: YellowstoneLimits,
): Record<string, { account: string[] }> {
  const told = [...watched].slice(-addresses);
  const filters: Record<string, { account: string[] }> = {};
  for (let start = 0; start < told.length; start += addressesPerFilter) {
    filters[`open-${start / addressesPerFilter}`] = {
      account: told.slice(start, start + addressesPerFilter),
    };
  }
  return filters;
}

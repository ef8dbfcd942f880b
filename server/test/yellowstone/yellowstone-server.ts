import { type Metadata, Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { getBase58Encoder } from '@solana/kit';
import { geyserService, type SubscribeRequest, type SubscribeUpdate, updateOf } from './published-geyser.ts';

type Stream = ServerDuplexStream<SubscribeRequest, SubscribeUpdate> & { metadata: Metadata };

/** What changed at a slot; lamports are not looked at by anybody. */
interface Change {
  slot: bigint;
  address: string;
}

/** A client's stream and what it asked for last. */
interface Listener {
  stream: Stream;
  /** Null: every account, as a filter without conditions means. */
  addresses: ReadonlySet<string> | null;
  hasSlots: boolean;
}

/** A node's Yellowstone gRPC server, with switches for what goes wrong with it. Nothing it is told is ever forgotten. */
export interface YellowstoneServer {
  url: string;
  /** Every request but pings, the newest last. */
  requests: SubscribeRequest[];
  /** Answers to its pings. */
  pongs: number;
  /** Streams stay open and tell nothing. */
  isSilent: boolean;
  /** The first slot that it can go on from; null: it cannot at all, as a node that keeps none. */
  firstKept: bigint | null;
  /** Addresses that one client may ask for. */
  mostAddresses: number;
  streamCount(): number;
  tellChange(address: string, slot: bigint): void;
  tellSlot(slot: bigint): void;
  /** Any update, to every client. */
  tell(part: object): void;
  /** Cuts every connection and takes no more. */
  die(): void;
  /** Comes back on the same port. */
  revive(): Promise<void>;
}

const base58 = getBase58Encoder();

/** Starts one on loopback. `messageBytes`: how long a request may be, 4 MiB as with real nodes. */
export async function startYellowstoneServer(
  options: { token?: string; messageBytes?: number } = {},
): Promise<YellowstoneServer> {
  const listeners = new Map<Stream, Listener>();
  const changes: Change[] = [];
  const slots: bigint[] = [];
  let grpc: Server;
  let port = 0;

  const node: YellowstoneServer = {
    url: '',
    requests: [],
    pongs: 0,
    isSilent: false,
    firstKept: 0n,
    mostAddresses: Infinity,
    streamCount: () => listeners.size,
    tellChange(address, slot) {
      changes.push({ address, slot });
      for (const listener of listeners.values()) sendChange(listener, { address, slot });
    },
    tellSlot(slot) {
      slots.push(slot);
      for (const listener of listeners.values()) sendSlot(listener, slot);
    },
    tell(part) {
      for (const { stream } of listeners.values()) stream.write(updateOf(part));
    },
    die() {
      grpc.forceShutdown();
      listeners.clear();
    },
    revive: async () => {
      grpc = new Server({ 'grpc.max_receive_message_length': options.messageBytes ?? 4 * 1024 * 1024 });
      grpc.addService(geyserService, { subscribe });
      port = await bind(grpc, port);
    },
  };

  const sendChange = ({ stream, addresses }: Listener, { address, slot }: Change): void => {
    if (node.isSilent || addresses?.has(address) === false) return;
    const account = { pubkey: base58.encode(address), lamports: '1' };
    stream.write(updateOf({ account: { account, slot: String(slot) } }));
  };
  const sendSlot = ({ stream, hasSlots }: Listener, slot: bigint): void => {
    if (!node.isSilent && hasSlots) stream.write(updateOf({ slot: { slot: String(slot), status: 1 } }));
  };
  const subscribe = (stream: Stream): void => {
    if (options.token !== undefined && stream.metadata.get('x-token')[0] !== options.token) {
      return refuse(stream, status.UNAUTHENTICATED, 'No valid auth token');
    }
    const listener: Listener = { stream, addresses: new Set(), hasSlots: false };
    listeners.set(stream, listener);
    stream.on('data', (request: SubscribeRequest) => take(listener, request));
    for (const end of ['end', 'error', 'cancelled']) stream.on(end, () => listeners.delete(stream));
  };
  const take = (listener: Listener, request: SubscribeRequest): void => {
    if (request.ping !== undefined) {
      node.pongs += 1;
      return void listener.stream.write(updateOf({ pong: { id: request.ping.id } }));
    }
    node.requests.push(request);
    const filters = Object.values(request.accounts);
    const addresses = new Set(filters.flatMap(({ account }) => account));
    if (addresses.size > node.mostAddresses) {
      const words = `failed to create filter: Max amount of Pubkeys reached, only ${node.mostAddresses} allowed`;
      return refuse(listener.stream, status.INVALID_ARGUMENT, words);
    }
    listener.addresses = filters.some(({ account }) => account.length === 0) ? null : addresses;
    listener.hasSlots = Object.keys(request.slots).length > 0;
    if (request.fromSlot !== undefined) replay(listener, BigInt(request.fromSlot));
  };
  const replay = (listener: Listener, from: bigint): void => {
    if (node.firstKept === null) {
      return refuse(listener.stream, status.INTERNAL, 'from_slot is not supported');
    }
    if (from < node.firstKept) {
      const words = `broadcast from ${from} is not available, last available: ${node.firstKept}`;
      return refuse(listener.stream, status.OUT_OF_RANGE, words);
    }
    for (const change of changes) if (change.slot >= from) sendChange(listener, change);
    for (const slot of slots) if (slot >= from) sendSlot(listener, slot);
  };
  const refuse = (stream: Stream, code: number, details: string): void => {
    listeners.delete(stream);
    stream.emit('error', { code, details });
  };

  await node.revive();
  node.url = `http://127.0.0.1:${port}`;
  return node;
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
}

import { createServer } from 'node:http';
import { getBase58Decoder } from '@solana/kit';
import { Chain } from './chain.ts';
import { Faucet } from './faucet.ts';
import { Faults } from './faults.ts';
import { createRpcServer } from './http-server.ts';
import type { JsonRpcCall } from './json-rpc.ts';
import { close, listenOnPair } from './listen.ts';
import { parseTransaction } from './parsed-transaction.ts';
import { PubSubServer } from './pubsub-server.ts';
import { methodNotFound } from './rpc-error.ts';
import { ALL_METHODS } from './rpc-methods/all-methods.ts';
import type { RpcNode } from './rpc-node.ts';
import { RpcParams } from './rpc-params.ts';
import { startSlotTimer } from './slot-timer.ts';
import { Store } from './store.ts';

/** How a sandbox is started; everything may be left out. */
export type SandboxOptions = {
  /** HTTP and WebSocket; the WebSocket is also on the next port. 0 (the default) finds two free ports. */
  readonly port?: number;
  readonly host?: string;
  /** Where the chain is kept; without it, in memory only. */
  readonly folder?: string;
  /** Milliseconds per slot; 400 unless given. Infinity: slots come by `advance` alone. */
  readonly slotMs?: number;
  /** Slots that a finalized answer is behind; 32 unless given. */
  readonly finalizedLag?: number;
  /** Unix milliseconds. */
  readonly now?: () => number;
};

/** A running sandbox. */
export type Sandbox = {
  readonly url: string;
  readonly wsUrl: string;
  readonly port: number;
  readonly faucetAddress: string;
  readonly genesisHash: string;
  /** Fault switches; no RPC call reaches them. */
  readonly faults: Faults;
  /** How often each method was called, subscriptions included. */
  readonly calls: Record<string, number>;
  /** How many subscriptions are live. */
  readonly subscriptionCount: () => number;
  /** Makes so many slots at once. */
  readonly advance: (slots?: number) => void;
  /** Closes everything; the folder is then free. Repeating it does nothing. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts a local Solana chain behind JSON-RPC and PubSub.
 *
 * Throws FolderInUse while another process has the folder, NoFolder where there can be none, and PortInUse when a port
 * is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const store = new Store(options.folder);
  try {
    return await startOnStore(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function startOnStore(store: Store, options: SandboxOptions): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', slotMs = 400, finalizedLag = 32 } = options;
  const lags = { processed: 0, confirmed: 1, finalized: finalizedLag };
  const base58 = getBase58Decoder();
  const genesisHash = base58.decode(store.secret('genesis-hash'));
  const faucet = await Faucet.open(store);
  const chain = new Chain(store, lags, options.now ?? Date.now);

  const calls: Record<string, number> = {};
  const countCall = (method: string): void => {
    calls[method] = (calls[method] ?? 0) + 1;
  };
  const faults: Faults = new Faults({
    dropSockets: () => pubsub.dropAll(),
    rollBack: (slots, returnAfterSlots) => rollBack(chain, slots, returnAfterSlots),
  });
  const pubsub: PubSubServer = new PubSubServer(chain, faults, countCall);
  const node: RpcNode = {
    chain,
    store,
    faucet,
    faults,
    genesisHash,
    identity: base58.decode(store.secret('identity')),
    slotMs,
    onReceived: (signature) => pubsub.notifier.announceReceived(signature),
  };
  const rpcServer = createRpcServer(faults, (call) => answer(node, call, countCall));
  const pubsubServer = createServer((_request, response) => response.writeHead(426).end('WebSocket only\n'));
  for (const server of [rpcServer, pubsubServer]) {
    server.on('upgrade', (request, stream, head) => pubsub.upgrade(request, stream, head));
  }
  const chosenPort = await listenOnPair(rpcServer, pubsubServer, port, host);
  const stopTimer = Number.isFinite(slotMs) ? startSlotTimer(slotMs, () => chain.advance()) : () => undefined;

  const stop = async (): Promise<void> => {
    stopTimer();
    pubsub.dropAll();
    await Promise.all([close(rpcServer), close(pubsubServer)]);
    chain.release();
    store.close();
  };
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${host}:${chosenPort}`,
    wsUrl: `ws://${host}:${chosenPort + 1}`,
    port: chosenPort,
    faucetAddress: faucet.address,
    genesisHash,
    faults,
    calls,
    subscriptionCount: () => pubsub.subscriptionCount,
    advance: (slots = 1) => {
      for (let made = 0; made < slots; made++) chain.advance();
    },
    stop: () => (stopped ??= stop()),
  };
}

function answer(
  node: RpcNode,
  { method, params }: JsonRpcCall,
  countCall: (method: string) => void,
): unknown {
  const handler = Object.hasOwn(ALL_METHODS, method) ? ALL_METHODS[method] : undefined;
  if (handler === undefined) throw methodNotFound();
  countCall(method);
  return handler(node, new RpcParams(params));
}

/** Undoes the newest slots; see Faults. Their transactions come back only while their blockhash is valid. */
function rollBack(chain: Chain, slots: number, returnAfterSlots: number | undefined): number {
  const gone = chain.rollBack(chain.slot - slots + 1);
  if (returnAfterSlots !== undefined) {
    for (const record of gone)
      chain.submit(parseTransaction(record.wire), undefined, chain.slot + returnAfterSlots);
  }
  return gone.length;
}

import type { Chain } from './chain.ts';
import type { Faucet } from './faucet.ts';
import type { Faults } from './faults.ts';
import type { RpcParams } from './rpc-params.ts';
import type { Store } from './store.ts';

/** What the RPC methods stand on. */
export type RpcNode = {
  readonly chain: Chain;
  readonly store: Store;
  readonly faucet: Faucet;
  readonly faults: Faults;
  /** Base58; random per folder. */
  readonly genesisHash: string;
  /** Base58; the node's own public key, random per folder. */
  readonly identity: string;
  readonly slotMs: number;
  /** Told of a transaction as soon as it is accepted, before it lands. */
  readonly onReceived: (signature: string) => void;
};

/** One RPC method: its params in, its result out; what it throws becomes the error. */
type RpcMethod = (node: RpcNode, params: RpcParams) => unknown;

/** Methods by name. */
export type RpcMethods = Readonly<Record<string, RpcMethod>>;

/** The version of the node software whose answers these are. */
export const NODE_VERSION = '3.0.10';

import type { Address } from '@solana/kit';
import type { ChainFeed, ChainFeedEvents, ChainReader, Faucet } from '#server/app/chain-ports.ts';
import type { LedgerChain } from '#server/app/money/ledger-check.ts';
import type { SweepChain } from '#server/app/sweep-ports.ts';
import type { NodeState } from '#server/app/operator-ports.ts';
import type { PaymentPorts } from '#server/app/payment-ports.ts';
import type { AllowedToken, TokenChain } from '#server/app/token-ports.ts';
import type { WalletChain } from '#server/app/wallet-ports.ts';
import type { Secret } from '#server/app/secret.ts';
import { createChainFeed, type ChainFeedOptions } from './chain-feed.ts';
import type { FeedKind } from './feed-connection.ts';
import { createChainReader } from './chain-reader.ts';
import { createFaucet } from './faucet.ts';
import { createKeyVault, type SigningVault } from './key-vault.ts';
import { createPaymentChain } from './payment-chain.ts';
import { pubsubSource } from './pubsub-source.ts';
import type { MethodStats } from './repeated-call.ts';
import { readFinalizedLamports } from './finalized-balances.ts';
import { createRpcClient, type RpcOptions } from './rpc-client.ts';
import { type NodesByNetwork, sortByNetwork } from './networks.ts';
import { createSweepChain } from './sweep-chain.ts';
import { checkTokens } from './check-tokens.ts';
import { createTokenChain } from './token-chain.ts';
import { openTokenFaucet } from './token-faucet.ts';
import { createWalletChain } from './wallet-chain.ts';
import { type NodeWatch, watchNodes } from './watch-nodes.ts';
import { type YellowstoneNodes, yellowstoneSource } from './yellowstone-source.ts';

/** Where changes are listened for: over gRPC where nodes for it are named, over WebSockets otherwise. */
interface FeedOptions extends Pick<ChainFeedOptions, 'log'> {
  wsUrls: readonly string[];
  yellowstone?: YellowstoneNodes | null;
}

/** Everything that the adapter needs to know. */
export interface SolanaOptions {
  rpc: RpcOptions;
  feed: FeedOptions;
  /** The master seed's words, as `loadOrCreateSeed` gives them. */
  words: Secret<string>;
}

/** The chain as the use cases see it. Nothing is asked of a node before the first call. */
export interface Solana {
  chain: ChainReader;
  sweepChain: SweepChain;
  tokenChain: TokenChain;
  /** Throws with a sentence for the operator at a token that is not on the chain as they say. */
  checkTokens: (tokens: readonly AllowedToken[]) => Promise<void>;
  /** The sandbox's own token. */
  openTokenFaucet: () => ReturnType<typeof openTokenFaucet>;
  paymentChain: PaymentPorts['chain'];
  walletChain: WalletChain;
  vault: SigningVault;
  faucet: Faucet;
  /** Starts listening; the caller stops what it started. */
  openFeed(events: ChainFeedEvents): ChainFeed;
  /** Over what the feed listens. */
  feedKind: FeedKind;
  /** What is on addresses for good, for comparing it with the books: calls that can wait. */
  ledgerChain: LedgerChain;
  /** Which nodes are on the network with this genesis hash. Throws `Transient` where none answers. */
  sortByNetwork(genesisHash: string): Promise<NodesByNetwork>;
  /**
   * Starts asking every node how far it is, so that one that is far behind is asked last, and one that is not on the network
   * with this genesis hash never; the caller stops what it started.
   */
  watchNodes(genesisHash: string, around: NodeWatch): { stop(): Promise<void> };
  /** Calls and errors by method, counted on. */
  stats: ReadonlyMap<string, MethodStats>;
  /** How the nodes have answered so far. */
  nodes: () => NodeState[];
}

/** Puts the Solana adapter together. */
export async function createSolana(options: SolanaOptions): Promise<Solana> {
  const client = createRpcClient(options.rpc);
  const vault = await createKeyVault(options.words);
  const { wsUrls, yellowstone, log } = options.feed;
  const openSource = () => (yellowstone ? yellowstoneSource(yellowstone) : pubsubSource(wsUrls));
  return {
    chain: createChainReader(client),
    sweepChain: createSweepChain(client.patient, vault),
    tokenChain: await createTokenChain(client, vault),
    checkTokens: (tokens) => checkTokens(client, tokens),
    openTokenFaucet: () => openTokenFaucet(client),
    paymentChain: createPaymentChain(client.patient, {
      limits: options.rpc.limits,
      signal: options.rpc.signal ?? new AbortController().signal,
    }),
    walletChain: createWalletChain(client.patient, vault),
    vault,
    faucet: createFaucet(client),
    openFeed: (events) =>
      createChainFeed({ source: openSource(), slotsAsked: client.slots, ...(log && { log }) }, events),
    feedKind: yellowstone ? 'yellowstone' : 'websocket',
    ledgerChain: {
      readFinal: (addresses) => readFinalizedLamports(client, addresses as Address[]),
    },
    sortByNetwork: (genesisHash) => sortByNetwork(client, genesisHash),
    watchNodes: (genesisHash, around) => watchNodes(client, genesisHash, around),
    stats: client.stats,
    nodes: client.nodes,
  };
}

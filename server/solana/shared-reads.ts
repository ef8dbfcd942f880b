import {
  lamports,
  type Address,
  type Commitment,
  type PendingRpcRequest,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import { askTogether, rememberAnswers } from './asked-together.ts';
import { mostAddresses, mostSignatures } from './node-limits.ts';
import type { NodeAccess } from './rpc-client.ts';

/** A blockhash is good for 150 slots, a minute of them: of that, sharing one takes this much. */
const usualBlockhashMs = 4000;
const epochMs = 1000;
const feesMs = 30_000;
const rentMs = 60_000;
const noLamports = lamports(0n);

type Api = Rpc<SolanaRpcApi>;
type Sent<Method extends keyof Api> = Awaited<ReturnType<ReturnType<Api[Method]>['send']>>;
type SharedApi = Pick<
  Api,
  | 'getBalance'
  | 'getSignatureStatuses'
  | 'getLatestBlockhash'
  | 'getEpochInfo'
  | 'getRecentPrioritizationFees'
  | 'getMinimumBalanceForRentExemption'
>;
/**
 * The same chain for many transfers at once: what they ask one by one goes to the node together (balances, fates of
 * signatures), and what is the same for all of them is asked for once in a while (blockhash, fees, rent minimum).
 * Each answer still comes from the node that the asker was given.
 */
export function shareReads(client: NodeAccess, blockhashMs = usualBlockhashMs): NodeAccess {
  const shared = new WeakMap<Api, Api>();
  const sharedOf = (rpc: Api): Api => {
    const known = shared.get(rpc) ?? shareApi(rpc, blockhashMs);
    shared.set(rpc, known);
    return known;
  };
  return {
    rpc: sharedOf(client.rpc),
    onOneNode: (work) => client.onOneNode((rpc) => work(sharedOf(rpc))),
    onTwoNodes: (work) => client.onTwoNodes((rpc) => work(sharedOf(rpc))),
    onEachNode: (work) => client.onEachNode((rpc) => work(sharedOf(rpc))),
  };
}

function shareApi(rpc: Api, blockhashMs: number): Api {
  const own: SharedApi = {
    getBalance: shareBalances(rpc),
    getSignatureStatuses: shareStatuses(rpc),
    ...shareConstants(rpc, blockhashMs),
  };
  return new Proxy(rpc, {
    get: (target, method): unknown => Reflect.get(Object.hasOwn(own, method) ? own : target, method),
  });
}

function shareBalances(rpc: Api): SharedApi['getBalance'] {
  const askAt = (commitment: Commitment) =>
    askTogether(mostAddresses, async (addresses: Address[]) => {
      const dataSlice = { offset: 0, length: 0 };
      const { context, value } = await rpc
        .getMultipleAccounts(addresses, { commitment, encoding: 'base64', dataSlice })
        .send();
      if (value.length !== addresses.length)
        throw new Transient('A node answered for other addresses than it was asked');
      return value.map((account) => ({ context, value: account?.lamports ?? noLamports }));
    });
  const asks = {
    processed: askAt('processed'),
    confirmed: askAt('confirmed'),
    finalized: askAt('finalized'),
  };
  return (address, config = {}) =>
    config.minContextSlot === undefined
      ? pending(() => asks[config.commitment ?? 'finalized'](address))
      : rpc.getBalance(address, config);
}

/** Only with the history, as whoever follows a transfer asks. */
function shareStatuses(rpc: Api): SharedApi['getSignatureStatuses'] {
  const ask = askTogether(mostSignatures, async (signatures: Signature[]) => {
    const { context, value } = await rpc
      .getSignatureStatuses(signatures, { searchTransactionHistory: true })
      .send();
    if (value.length !== signatures.length)
      throw new Transient('A node answered for other signatures than it was asked');
    return value.map((status) => ({ context, value: [status] }));
  });
  return (signatures, config = {}) => {
    const [only] = signatures;
    return signatures.length === 1 && only !== undefined && config.searchTransactionHistory === true
      ? pending(() => ask(only))
      : rpc.getSignatureStatuses(signatures, config);
  };
}

/**
 * Nobody but its donors writes to a deposit address, so what others pay is told by where the money goes: the last of
 * the accounts.
 */
function shareConstants(
  rpc: Api,
  blockhashMs: number,
): Omit<SharedApi, 'getBalance' | 'getSignatureStatuses'> {
  const blockhashes = rememberAnswers<Sent<'getLatestBlockhash'>>(blockhashMs);
  const epochs = rememberAnswers<Sent<'getEpochInfo'>>(epochMs);
  const fees = rememberAnswers<Sent<'getRecentPrioritizationFees'>>(feesMs);
  const rents = rememberAnswers<Sent<'getMinimumBalanceForRentExemption'>>(rentMs);
  return {
    getLatestBlockhash: (config = {}) =>
      pending(() => blockhashes(keyOf(config), () => rpc.getLatestBlockhash(config).send())),
    getEpochInfo: (config = {}) =>
      pending(() => epochs(keyOf(config), () => rpc.getEpochInfo(config).send())),
    getRecentPrioritizationFees: (accounts = []) =>
      pending(() => fees(accounts.at(-1) ?? '', () => rpc.getRecentPrioritizationFees(accounts).send())),
    getMinimumBalanceForRentExemption: (size, config = {}) =>
      pending(() =>
        rents(`${size} ${keyOf(config)}`, () => rpc.getMinimumBalanceForRentExemption(size, config).send()),
      ),
  };
}

function keyOf({ commitment, minContextSlot }: { commitment?: Commitment; minContextSlot?: bigint }): string {
  return `${commitment} ${minContextSlot}`;
}

function pending<Answer>(send: () => Promise<Answer>): PendingRpcRequest<Answer> {
  return {
    send,
    reactiveStore: () => {
      throw new Error('Only browsers follow a call by a store.');
    },
  };
}

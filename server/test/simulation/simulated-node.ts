import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import {
  type Account,
  type ChainTransaction,
  executeTransaction,
  feeOfMessage,
  readWireTransaction,
  rentOf,
} from './execute-transaction.ts';
import type { SeededRandom } from './seeded-random.ts';
import {
  type Block,
  blockhashBlocks,
  type Commitment,
  type LandedTransaction,
  type SimulatedChain,
} from './simulated-chain.ts';
import { encodeMint, encodeTokenAccount, simulatedToken } from './simulated-token.ts';

/** An error that a node answers with. */
export class NodeError extends Error {
  readonly code: number;
  readonly data: object;

  constructor(code: number, message: string, data: object = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface Config {
  commitment?: Commitment;
  minContextSlot?: number;
  limit?: number;
  before?: string;
}

type Method = (node: SimulatedNode, params: readonly unknown[]) => unknown;

/** What a node answers truthfully, from the blocks that it has. */
const methods: Readonly<Record<string, Method>> = {
  getGenesisHash: ({ chain }) => chain.genesisHash,
  getSlot: (node, [config]) => node.tip(config).slot,
  getEpochInfo: (node, [config]) => {
    const { slot, height } = node.tip(config);
    return { absoluteSlot: slot, blockHeight: height, epoch: 0, slotIndex: slot, slotsInEpoch: 432_000 };
  },
  getBlockTime: ({ chain }, [slot]) => {
    const block = chain.block(Number(slot));
    if (block === undefined) throw new NodeError(-32_007, `Slot ${String(slot)} was skipped`);
    return block.timeSeconds;
  },
  getBlocksWithLimit: (node, [first, limit, config]) => {
    const { slot: newest } = node.tip(config);
    const slots = node.chain.blocks.map(({ slot }) => slot);
    return slots.filter((slot) => slot >= Number(first) && slot <= newest).slice(0, Number(limit));
  },
  getBlock: (node, [slot, config]) => {
    const block = node.chain.block(Number(slot));
    if (block === undefined || block.slot > node.tip(config).slot)
      throw new NodeError(-32_004, `Block not available for slot ${String(slot)}`);
    return {
      blockHeight: block.height,
      blockTime: block.timeSeconds,
      blockhash: block.hash,
      signatures: [block.vote],
    };
  },
  getBalance: (node, [address, config]) => {
    const { slot } = node.tip(config);
    return inContext(slot, Number(node.chain.balance(String(address), slot)));
  },
  getMultipleAccounts: (node, [addresses, config]) => {
    const { slot } = node.tip(config);
    const accounts = (addresses as string[]).map((address) =>
      address === simulatedToken.mint
        ? { lamports: 1, data: [encodeMint(), 'base64'], owner: TOKEN_PROGRAM_ADDRESS }
        : presentAccount(node.chain.account(address, slot)),
    );
    return inContext(slot, accounts);
  },
  getLatestBlockhash: (node, [config]) => {
    const { slot, hash, height } = node.tip(config);
    return inContext(slot, { blockhash: hash, lastValidBlockHeight: height + blockhashBlocks });
  },
  isBlockhashValid: (node, [hash, config]) => {
    const { slot, height } = node.tip(config);
    return inContext(slot, node.chain.isBlockhashValid(String(hash), height));
  },
  getFeeForMessage: (node, [message, config]) => {
    const { feeLamports, blockhash } = feeOfMessage(String(message));
    const isKnown = node.chain.isBlockhashValid(blockhash);
    return inContext(node.tip(config).slot, isKnown ? Number(feeLamports) : null);
  },
  getMinimumBalanceForRentExemption: ({ chain }, [bytes]) =>
    Number(rentOf(BigInt(Number(bytes)), chain.options.rentMinimumLamports)),
  getRecentPrioritizationFees: ({ random, chain }) =>
    [1, 2, 3].map((back) => ({
      slot: chain.tip('processed').slot - back,
      prioritizationFee: random.int(0, 9000),
    })),
  getSignatureStatuses: (node, [signatures]) => {
    const statuses = (signatures as string[]).map((signature) => node.statusOf(signature));
    return inContext(node.tip({ commitment: 'processed' }).slot, statuses);
  },
  getSignaturesForAddress: (node, [address, config]) => {
    const { limit = 1000, before } = (config ?? {}) as Config;
    const rows = node.chain.history(String(address), node.tip(config).slot).toReversed();
    const start =
      before === undefined ? 0 : rows.findIndex((row) => row.transaction.signature === before) + 1;
    return rows.slice(start, start + limit).map((row) => ({
      signature: row.transaction.signature,
      slot: row.slot,
      err: row.error,
      blockTime: row.timeSeconds,
      memo: null,
      confirmationStatus: node.commitmentOf(row),
    }));
  },
  getTransaction: (node, [signature, config]) => {
    const landed = node.chain.find(String(signature));
    const { slot: newest } = node.tip(node.isHasty ? { commitment: 'processed' } : config);
    if (landed === undefined || landed.slot > newest) return null;
    const { transaction, slot, timeSeconds, pre, post, error } = node.told(landed);
    return {
      slot,
      blockTime: timeSeconds,
      version: 0,
      transaction: { signatures: [transaction.signature], message: { accountKeys: transaction.keys } },
      meta: {
        err: error,
        fee: Number(transaction.feeLamports),
        preBalances: pre.map(({ lamports }) => Number(lamports)),
        postBalances: post.map(({ lamports }) => Number(lamports)),
        preTokenBalances: tokenBalancesOf(pre),
        postTokenBalances: tokenBalancesOf(post),
        loadedAddresses: { writable: [], readonly: [] },
      },
    };
  },
  simulateTransaction: (node, [wire, config]) => {
    const transaction = readWireTransaction(String(wire));
    const { slot } = node.tip(config);
    const { rentMinimumLamports } = node.chain.options;
    const accountAt = (address: string): Account => node.chain.account(address, slot);
    const done = executeTransaction(transaction, accountAt, rentMinimumLamports);
    const err = done === null ? 'InsufficientFundsForFee' : done.error;
    return inContext(slot, { err, logs: [], accounts: null, unitsConsumed: 450, returnData: null });
  },
  sendTransaction: (node, [wire]) => {
    const transaction = readWireTransaction(String(wire));
    node.onSent(transaction);
    if (node.statusOf(transaction.signature) !== null) {
      throw new NodeError(-32_002, 'Transaction simulation failed: already processed', {
        err: 'AlreadyProcessed',
      });
    }
    node.chain.submit(transaction);
    return transaction.signature;
  },
};

/** One RPC node: the chain as it sees it, some blocks behind. */
export class SimulatedNode {
  readonly url: string;
  readonly chain: SimulatedChain;
  readonly random: SeededRandom;
  /** Told of every transaction before it is taken in. */
  readonly onSent: (transaction: ChainTransaction) => void;
  lagBlocks = 0;
  /** It takes for final whatever is in a block. */
  isHasty = false;
  /** It tells of some transactions that they failed, or moved something else. */
  isMistaken = false;

  constructor(url: string, chain: SimulatedChain, random: SeededRandom, onSent: SimulatedNode['onSent']) {
    this.url = url;
    this.chain = chain;
    this.random = random;
    this.onSent = onSent;
  }

  /** Answers one call. Throws `NodeError` where a node answers with an error. */
  answer(method: string, params: readonly unknown[]): unknown {
    const answerTo = methods[method];
    if (answerTo === undefined) throw new NodeError(-32_601, `Method ${method} not found`);
    return answerTo(this, params);
  }

  /** The newest block at the commitment of a call's config. */
  tip(config: unknown) {
    const { commitment = 'finalized', minContextSlot = 0 } = (config ?? {}) as Config;
    const tip = this.chain.tip(commitment, this.lagBlocks);
    if (tip.slot < minContextSlot) {
      throw new NodeError(-32_016, 'Minimum context slot has not been reached', { contextSlot: tip.slot });
    }
    return tip;
  }

  statusOf(signature: string): object | null {
    const landed = this.chain.find(signature) ?? this.chain.blockOfVote(signature);
    if (landed === undefined || landed.slot > this.chain.tip('processed', this.lagBlocks).slot) return null;
    const confirmationStatus = this.commitmentOf(landed);
    return {
      slot: landed.slot,
      confirmations: confirmationStatus === 'finalized' ? null : 1,
      err: 'error' in landed ? landed.error : null,
      confirmationStatus,
    };
  }

  /** A transaction as the node gives it. */
  told(landed: LandedTransaction): LandedTransaction {
    if (!this.isMistaken || this.random.chance(0.5)) return landed;
    const { transaction, pre, post } = landed;
    this.chain.everMistold.add(transaction.signature);
    if (this.random.chance(0.3)) {
      const failed = pre.map((account, index) =>
        index === 0 ? { ...account, lamports: account.lamports - transaction.feeLamports } : account,
      );
      return { ...landed, post: failed, error: { InstructionError: [0, { Custom: 1 }] } };
    }
    const more = BigInt(this.random.int(-3_000_000, 3_000_000));
    const isOfTokens = post.some(({ token }) => token !== null) && this.random.chance(0.7);
    const changed = isOfTokens ? withUnits : withLamports;
    const at = this.random.pick(
      [...post.keys()].filter((index) => !isOfTokens || post[index]?.token !== null),
    );
    return {
      ...landed,
      post: post.map((account, index) => (index === at ? changed(account, more) : account)),
    };
  }

  commitmentOf(landed: LandedTransaction | Block): Commitment {
    if (landed.slot <= this.chain.tip('finalized', this.lagBlocks).slot) return 'finalized';
    if (this.isHasty) {
      if ('transaction' in landed) this.chain.everOversold.add(landed.transaction.signature);
      return 'finalized';
    }
    return landed.slot <= this.chain.tip('confirmed', this.lagBlocks).slot ? 'confirmed' : 'processed';
  }
}

function withLamports(account: Account, more: bigint): Account {
  const lamports = account.lamports + more;
  return lamports < 0n ? account : { ...account, lamports };
}

function withUnits(account: Account, more: bigint): Account {
  if (account.token === null) return account;
  const units = account.token.units + more;
  return units < 0n ? account : { ...account, token: { ...account.token, units } };
}

function presentAccount({ lamports, token }: Account): object | null {
  if (lamports === 0n) return null;
  const holds = { lamports: Number(lamports) };
  return token === null
    ? { ...holds, data: ['', 'base64'], owner: '11111111111111111111111111111111' }
    : { ...holds, data: [encodeTokenAccount(token), 'base64'], owner: TOKEN_PROGRAM_ADDRESS };
}

function tokenBalancesOf(accounts: readonly Account[]): object[] {
  const { mint, decimals } = simulatedToken;
  return accounts.flatMap(({ token }, accountIndex) => {
    if (token === null) return [];
    const uiTokenAmount = { amount: String(token.units), decimals, uiAmount: null, uiAmountString: '' };
    return [{ accountIndex, mint, owner: token.owner, uiTokenAmount }];
  });
}

function inContext(slot: number, value: unknown): object {
  return { context: { slot, apiVersion: '3.0.0' }, value };
}

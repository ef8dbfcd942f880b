import {
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type TransactionMessageBytes,
} from '@solana/kit';

/** A transaction as the chain needs it, from the bytes that were sent or from a donor of the simulation. */
export interface ChainTransaction {
  signature: string;
  /** The first one pays the fee. */
  keys: string[];
  /** Null for a donor's: their wallets sign anew until it lands. */
  blockhash: string | null;
  feeLamports: bigint;
  transfers: { from: number; to: number; lamports: bigint }[];
}

/** What a transaction did, failed or not; null when it cannot get into a block at all. */
export type Execution = { pre: bigint[]; post: bigint[]; error: object | null } | null;

const systemProgram = '11111111111111111111111111111111';
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
const lamportsPerSignature = 5000n;
const defaultUnits = 200_000n;
const microLamportsPerLamport = 1_000_000n;

/** Reads a signed transaction off the wire. Throws when it is none that this chain understands. */
export function readWireTransaction(base64: string): ChainTransaction {
  const { messageBytes, signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  const [first] = Object.values(signatures);
  if (first == null || Object.values(signatures).some((signature) => signature === null)) {
    throw new Error('A transaction was sent unsigned');
  }
  return { ...readMessage(messageBytes), signature: getBase58Decoder().decode(first) };
}

/** The fee that the chain takes for a message (base64). */
export function feeOfMessage(base64: string): { feeLamports: bigint; blockhash: string } {
  const message = readMessage(getBase64Encoder().encode(base64) as TransactionMessageBytes);
  return { feeLamports: message.feeLamports, blockhash: message.blockhash };
}

function readMessage(
  bytes: TransactionMessageBytes,
): Omit<ChainTransaction, 'blockhash'> & { blockhash: string } {
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  if (!('staticAccounts' in message) || !('instructions' in message))
    throw new Error('An unknown kind of message');
  const keys: string[] = [...message.staticAccounts];
  const transfers: ChainTransaction['transfers'] = [];
  let units = defaultUnits;
  let price = 0n;
  for (const { programAddressIndex, accountIndices = [], data = new Uint8Array() } of message.instructions) {
    const view = new DataView(Uint8Array.from(data).buffer);
    const program = keys[programAddressIndex];
    if (program === computeBudgetProgram && data[0] === 2) units = BigInt(view.getUint32(1, true));
    else if (program === computeBudgetProgram && data[0] === 3) price = view.getBigUint64(1, true);
    else if (program === systemProgram && view.getUint32(0, true) === 2) {
      const [from = 0, to = 0] = accountIndices;
      transfers.push({ from, to, lamports: view.getBigUint64(4, true) });
    } else throw new Error(`The simulated chain does not know this instruction of ${program}`);
  }
  const priorityFee = (price * units + microLamportsPerLamport - 1n) / microLamportsPerLamport;
  const feeLamports = BigInt(message.header.numSignerAccounts) * lamportsPerSignature + priorityFee;
  return { signature: '', keys, blockhash: message.lifetimeToken, feeLamports, transfers };
}

/**
 * Runs a transaction on balances, by the rules that were measured on the real VM.
 *
 * The payer pays the fee whether the rest succeeds or not, and must hold nothing or the rent minimum right after it;
 * every account that changed must hold nothing or the rent minimum at the end.
 */
export function executeTransaction(
  { keys, feeLamports, transfers }: ChainTransaction,
  balanceOf: (address: string) => bigint,
  rentMinimumLamports: bigint,
): Execution {
  const pre = keys.map(balanceOf);
  const afterFee = [...pre];
  const payer = (pre[0] ?? 0n) - feeLamports;
  if (payer < 0n || (payer > 0n && payer < rentMinimumLamports)) return null;
  afterFee[0] = payer;
  const post = [...afterFee];
  for (const { from, to, lamports } of transfers) {
    post[from] = (post[from] ?? 0n) - lamports;
    if (post[from] < 0n) return { pre, post: afterFee, error: { InstructionError: [0, { Custom: 1 }] } };
    post[to] = (post[to] ?? 0n) + lamports;
  }
  const poor = post.findIndex(
    (lamports, index) => lamports !== pre[index] && lamports > 0n && lamports < rentMinimumLamports,
  );
  if (poor >= 0) {
    return { pre, post: afterFee, error: { InsufficientFundsForRent: { account_index: poor } } };
  }
  return { pre, post, error: null };
}

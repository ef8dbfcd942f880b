import {
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type TransactionMessageBytes,
} from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { simulatedToken } from './simulated-token.ts';

/** What a transaction does, one after the other. Accounts are named by their place among its keys. */
export type Step =
  | { kind: 'pay'; from: number; to: number; lamports: bigint }
  /** Makes a token account, unless it is there. */
  | { kind: 'open'; payer: number; account: number; owner: number }
  | { kind: 'give'; from: number; to: number; authority: number; units: bigint }
  /** Takes an empty token account away; its rent goes to `to`. */
  | { kind: 'close'; account: number; to: number; authority: number }
  /** By the issuer; `isFrozen` false: it thaws the account. */
  | { kind: 'freeze'; account: number; isFrozen: boolean };

/** A transaction as the chain needs it, from the bytes that were sent or from a donor of the simulation. */
export interface ChainTransaction {
  signature: string;
  /** The first one pays the fee. */
  keys: string[];
  /** Null for a donor's: their wallets sign anew until it lands. */
  blockhash: string | null;
  feeLamports: bigint;
  steps: Step[];
}

/** Tokens of the one mint that there is. */
export interface TokenHolding {
  owner: string;
  units: bigint;
  isFrozen: boolean;
}

/** What stands at an address. `token` null: it is no token account. */
export interface Account {
  lamports: bigint;
  token: TokenHolding | null;
}

/** What a transaction did, failed or not; null when it cannot get into a block at all. */
export type Execution = { pre: Account[]; post: Account[]; error: object | null } | null;

const systemProgram = '11111111111111111111111111111111';
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
const lamportsPerSignature = 5000n;
const defaultUnits = 200_000n;
const microLamportsPerLamport = 1_000_000n;
/** What the chain counts for every account besides what is in it, and what is in a token account. Bytes. */
const accountBytes = 128n;
const tokenBytes = 165n;

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
  const steps: Step[] = [];
  let units = defaultUnits;
  let price = 0n;
  for (const { programAddressIndex, accountIndices = [], data = new Uint8Array() } of message.instructions) {
    const view = new DataView(Uint8Array.from(data).buffer);
    const program = keys[programAddressIndex] ?? '';
    if (program === computeBudgetProgram && data[0] === 2) units = BigInt(view.getUint32(1, true));
    else if (program === computeBudgetProgram && data[0] === 3) price = view.getBigUint64(1, true);
    else steps.push(readStep(program, { accounts: accountIndices, view, keys }));
  }
  const priorityFee = (price * units + microLamportsPerLamport - 1n) / microLamportsPerLamport;
  const feeLamports = BigInt(message.header.numSignerAccounts) * lamportsPerSignature + priorityFee;
  return { signature: '', keys, blockhash: message.lifetimeToken, feeLamports, steps };
}

function readStep(
  program: string,
  { accounts, view, keys }: { accounts: readonly number[]; view: DataView; keys: readonly string[] },
): Step {
  const [first = 0, second = 0, third = 0, fourth = 0] = accounts;
  if (program === systemProgram && view.getUint32(0, true) === 2)
    return { kind: 'pay', from: first, to: second, lamports: view.getBigUint64(4, true) };
  const isOfMint = (index: number): boolean => keys[index] === simulatedToken.mint;
  const kind = view.getUint8(0);
  if (program === ASSOCIATED_TOKEN_PROGRAM_ADDRESS && kind === 1 && isOfMint(fourth))
    return { kind: 'open', payer: first, account: second, owner: third };
  const isChecked = kind === 12 && isOfMint(second) && view.getUint8(9) === simulatedToken.decimals;
  if (program === TOKEN_PROGRAM_ADDRESS && isChecked)
    return { kind: 'give', from: first, to: third, authority: fourth, units: view.getBigUint64(1, true) };
  if (program === TOKEN_PROGRAM_ADDRESS && kind === 9)
    return { kind: 'close', account: first, to: second, authority: third };
  throw new Error(`The simulated chain does not know this instruction of ${program}`);
}

/** What an account with so many bytes has to hold, where an empty one has to hold that. */
export function rentOf(bytes: bigint, rentMinimumLamports: bigint): bigint {
  return (rentMinimumLamports * (accountBytes + bytes)) / accountBytes;
}

/** The same of a token account. */
export function tokenRentOf(rentMinimumLamports: bigint): bigint {
  return rentOf(tokenBytes, rentMinimumLamports);
}

/**
 * Runs a transaction on accounts, by the rules that were measured on the real VM.
 *
 * The payer pays the fee whether the rest succeeds or not, and must hold nothing or the rent minimum right after it;
 * every account that changed must hold nothing or the rent minimum at the end.
 */
export function executeTransaction(
  { keys, feeLamports, steps }: ChainTransaction,
  accountAt: (address: string) => Account,
  rentMinimumLamports: bigint,
): Execution {
  const pre = keys.map(accountAt);
  const afterFee = pre.map((account) => ({ ...account }));
  const [payer] = afterFee;
  if (payer === undefined) return null;
  payer.lamports -= feeLamports;
  if (payer.lamports < 0n || (payer.lamports > 0n && payer.lamports < rentMinimumLamports)) return null;
  const post = afterFee.map((account) => ({ ...account }));
  for (const [index, step] of steps.entries()) {
    const isDone = takeStep(post, step, { keys, rentMinimumLamports });
    if (!isDone) return { pre, post: afterFee, error: { InstructionError: [index, { Custom: 1 }] } };
  }
  const poor = post.findIndex(({ lamports, token }, index) => {
    const least = token === null ? rentMinimumLamports : tokenRentOf(rentMinimumLamports);
    return lamports !== pre[index]?.lamports && lamports > 0n && lamports < least;
  });
  if (poor >= 0) {
    return { pre, post: afterFee, error: { InsufficientFundsForRent: { account_index: poor } } };
  }
  return { pre, post, error: null };
}

/** False when it cannot be done; then what was done before it does not count either. */
function takeStep(
  accounts: Account[],
  step: Step,
  { keys, rentMinimumLamports }: { keys: readonly string[]; rentMinimumLamports: bigint },
): boolean {
  const at = (index: number): Account => accounts[index] ?? { lamports: 0n, token: null };
  if (step.kind === 'pay') return pay(at(step.from), at(step.to), step.lamports);
  if (step.kind === 'open') {
    const account = at(step.account);
    const owner = keys[step.owner] ?? '';
    if (account.token !== null) return account.token.owner === owner;
    account.token = { owner, units: 0n, isFrozen: false };
    return pay(at(step.payer), account, tokenRentOf(rentMinimumLamports));
  }
  if (step.kind === 'freeze') {
    const account = at(step.account);
    if (account.token === null || account.token.isFrozen === step.isFrozen) return false;
    account.token = { ...account.token, isFrozen: step.isFrozen };
    return true;
  }
  const from = at(step.kind === 'give' ? step.from : step.account);
  const held = from.token;
  if (held === null || held.owner !== keys[step.authority]) return false;
  if (step.kind === 'close') {
    from.token = null;
    return held.units === 0n && pay(from, at(step.to), from.lamports);
  }
  const to = at(step.to);
  if (to.token === null || held.isFrozen || to.token.isFrozen) return false;
  from.token = { ...held, units: held.units - step.units };
  to.token = { ...to.token, units: to.token.units + step.units };
  return from.token.units >= 0n;
}

function pay(from: Account, to: Account, lamports: bigint): boolean {
  from.lamports -= lamports;
  to.lamports += lamports;
  return from.lamports >= 0n;
}

import { isAddress, type Address, type Rpc, type SolanaRpcApi, address as toAddress } from '@solana/kit';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { SignedTokenSweep, TokenChain, TokenSweepRefusal } from '#server/app/token-ports.ts';
import { feePayerPath } from './fee-payer.ts';
import type { SigningVault } from './key-vault.ts';
import { signerOf, wouldLand } from './own-transfer.ts';
import { readPriorityFee } from './priority-fee.ts';
import type { NodeAccess } from './rpc-client.ts';
import { associatedAccount, readTokenAccounts, tokenAccountBytes } from './token-account.ts';
import {
  encodeTokenSweep,
  signTokenSweep,
  tokenSweepComputeUnits,
  type TokenSweepPlan,
} from './token-sweep-transaction.ts';

type Request = Parameters<TokenChain['sign']>[0];

/** What stands in the way; or whether the streamer's account is still to be made, and what SOL the emptied one holds. */
type Ground =
  | { refused: TokenSweepRefusal['refused']; units: bigint }
  | { isTargetMissing: boolean; lamports: bigint };

/** What the chain wants an account to hold: one without data, and one of tokens. */
interface Rent {
  minimum: bigint;
  ofTokens: bigint;
}

/**
 * Signs a sweep of tokens, once everything that can be known beforehand allows it: books and chain agree, no account is
 * frozen or somebody else's, the fee payer can pay, and the node has tried it.
 */
export async function signTokens(
  client: NodeAccess,
  vault: Pick<SigningVault, 'signerOf'>,
  request: Request,
): Promise<SignedTokenSweep | TokenSweepRefusal> {
  const from = await signerOf(vault, request.from);
  const feePayer = await vault.signerOf(feePayerPath);
  if (!isAddress(request.destination)) throw new Permanent(`${request.destination} is no address of Solana`);
  const { destination, units, isPart = false } = request;
  const mint = toAddress(request.token.mint);
  const account = toAddress(request.account);
  const target = await associatedAccount(destination, mint);
  if (target === account) throw new Permanent(`${account} cannot be swept to itself`);
  return await client.onOneNode(async (rpc) => {
    const ground = await readGround(rpc, { account, target, destination, units, isPart });
    if ('refused' in ground) return { refused: ground.refused, chainUnits: ground.units };
    const [microLamportsPerUnit, latest, rent] = await Promise.all([
      readPriorityFee(rpc, [account, target], {
        computeUnits: tokenSweepComputeUnits,
        expired: request.expired,
      }),
      rpc.getLatestBlockhash({ commitment: 'confirmed' }).send(),
      readRent(rpc),
    ]);
    const { decimals } = request.token;
    const accounts = { from, feePayer, account, mint, decimals, destination, target, units, isPart };
    const rentLamports = hasStray(ground.lamports, rent) ? rent.ofTokens : null;
    const plan = { ...accounts, rentLamports, lifetime: latest.value, microLamportsPerUnit };
    const feeLamports = await readFee(rpc, plan);
    const needs = { feeLamports, isTargetMissing: ground.isTargetMissing, others: request.others, rent };
    if (!(await canPay(rpc, feePayer.address, needs)))
      return { refused: 'fee_payer_empty', chainUnits: units };
    const signed = await signTokenSweep(plan);
    if (!(await wouldLand(rpc, signed.raw))) return { refused: 'would_fail', chainUnits: units };
    return {
      ...signed,
      mint,
      account,
      destination,
      units,
      feeLamports,
      feePayer: feePayer.address,
      lastValidBlockHeight: latest.value.lastValidBlockHeight,
    };
  });
}

/**
 * Finalized and confirmed must both be what the books say, or closing the account would fail and cost the fee. Of a part
 * neither may be less, and the account that it goes to must be there.
 */
async function readGround(
  rpc: Rpc<SolanaRpcApi>,
  expected: Pick<TokenSweepPlan, 'account' | 'target' | 'destination' | 'units' | 'isPart'>,
): Promise<Ground> {
  const [confirmed, finalized] = await Promise.all([
    readTokenAccounts(rpc, [expected.account, expected.target], { commitment: 'confirmed' }),
    readTokenAccounts(rpc, [expected.account], { commitment: 'finalized' }),
  ]);
  const [source = null, target = null] = confirmed.states;
  const units = finalized.states[0]?.units ?? 0n;
  const isAgreed = (held: bigint) => held === expected.units || (expected.isPart && held > expected.units);
  if (source === null || !isAgreed(units) || !isAgreed(source.units))
    return { refused: 'books_differ', units };
  if (target !== null && target.owner !== expected.destination)
    return { refused: 'account_not_theirs', units };
  if (source.isFrozen || target?.isFrozen === true) return { refused: 'account_frozen', units };
  if (expected.isPart && target === null) return { refused: 'account_missing', units };
  return { isTargetMissing: target === null, lamports: source.lamports };
}

async function readRent(rpc: Rpc<SolanaRpcApi>): Promise<Rent> {
  const [minimum, ofTokens] = await Promise.all([
    rpc.getMinimumBalanceForRentExemption(0n).send(),
    rpc.getMinimumBalanceForRentExemption(BigInt(tokenAccountBytes)).send(),
  ]);
  return { minimum, ofTokens };
}

/** Whether as much lies there beyond the rent as may stand alone on an address that is empty as a rule. */
function hasStray(lamports: bigint, { minimum, ofTokens }: Rent): boolean {
  return lamports >= ofTokens + minimum;
}

async function readFee(rpc: Rpc<SolanaRpcApi>, plan: TokenSweepPlan): Promise<bigint> {
  const { value } = await rpc.getFeeForMessage(encodeTokenSweep(plan), { commitment: 'confirmed' }).send();
  if (value === null) throw new Transient('The node does not know the blockhash that it gave');
  return value;
}

/** What a transfer costs the fee payer, beside the others that are on their way. */
interface Spending {
  feeLamports: bigint;
  isTargetMissing: boolean;
  others: number;
  rent: Rent;
}

/**
 * Whether the fee payer can pay for this transfer and for the others that are on their way, and keep what the chain wants
 * it to hold. The rent of the closed account comes back only at the end.
 */
async function canPay(
  rpc: Rpc<SolanaRpcApi>,
  feePayer: Address,
  { feeLamports, isTargetMissing, others, rent }: Spending,
): Promise<boolean> {
  const { value } = await rpc.getBalance(feePayer, { commitment: 'confirmed' }).send();
  const own = feeLamports + (isTargetMissing ? rent.ofTokens : 0n);
  const ofOthers = BigInt(others) * (feeLamports + rent.ofTokens);
  return value >= own + ofOthers + rent.minimum;
}

import {
  address as toAddress,
  type Address,
  type Rpc,
  signature as toSignature,
  type SolanaRpcApi,
} from '@solana/kit';
import type { History, KnownHistory } from '#server/app/chain-ports.ts';
import type { TokenChain, TokenHistoryReading, TokenReading } from '#server/app/token-ports.ts';
import { balanceUnits, type TokenEntry } from '#server/domain/token-side.ts';
import { askTogether, rememberAnswers } from './asked-together.ts';
import { readBlockTime } from './block-time.ts';
import { crossReadEntries } from './cross-read-entries.ts';
import { mostEntries, readExplained } from './explained-history.ts';
import { feePayerPath, readFeePayerFunds } from './fee-payer.ts';
import { readFinalizedUnits } from './finalized-balances.ts';
import type { SigningVault } from './key-vault.ts';
import { mostAddresses } from './node-limits.ts';
import { sendSigned, sendSignedAgain } from './own-transfer.ts';
import type { NodeAccess, RpcClient } from './rpc-client.ts';
import { listUnknown } from './signature-history.ts';
import { readOutcome, readOutcomeAmong } from './sweep-outcome.ts';
import { type AccountsAt, associatedAccount, readTokenAccounts } from './token-account.ts';
import { readArrivedUnits, readTokenEntry } from './token-entry.ts';
import { signTokens } from './sign-tokens.ts';

/** How old a balance may be that is shown. */
const freshMs = 3000;

/** Tokens over JSON-RPC. Finding first payments goes before everything else, as with SOL. */
export async function createTokenChain(client: RpcClient, vault: SigningVault): Promise<TokenChain> {
  const feePayer = await vault.addressOf(feePayerPath);
  const { patient } = client;
  const shown = rememberAnswers<bigint>(freshMs);
  const askShown = askTogether(mostAddresses, async (accounts: string[]) => {
    const { states } = await readTokenAccounts(patient.rpc, accounts.map(toAddress), {
      commitment: 'confirmed',
    });
    return states.map((state): bigint => state?.units ?? 0n);
  });
  return {
    feePayer,
    accountOf: (owner, mint) => associatedAccount(toAddress(owner), toAddress(mint)),
    readUnits: (accounts) =>
      client.onKeptUp((rpc, minContextSlot) => readUnits(rpc, accounts, { minContextSlot })),
    crossReadUnits: (accounts) =>
      patient.onTwoNodes(async (rpc) => {
        const reading = await readUnits(rpc, accounts);
        return { ...reading, blockTime: await readBlockTime(rpc, reading.slot) };
      }),
    finalizedUnits: async (accounts) =>
      (await readUnits(patient.rpc, accounts, { commitment: 'finalized' })).unitsByAccount,
    readFinal: (accounts) => readFinalizedUnits(client, accounts.map(toAddress)),
    readEntries: (account, known, { canWait = false, ...reading } = {}) =>
      readTokenEntries(canWait ? patient : client, account, { known, ...reading }),
    crossReadEntries: (account, signatures) =>
      crossReadEntries(patient, signatures, (rpc, seen) =>
        readTokenEntry(rpc, { ...seen, address: toAddress(account) }),
      ),
    sign: (request) => signTokens(patient, vault, request),
    send: (raw) => sendSigned(patient, raw),
    sendAgain: (raw) => sendSignedAgain(patient, raw),
    outcome: ({ signature, ...signed }, account, isOverdue = false) => {
      const sweep = { ...signed, signature: toSignature(signature), address: toAddress(account) };
      return readOutcomeAmong(patient, isOverdue, (rpc) => readOutcome(rpc, sweep, readTokenEntry));
    },
    arrivedUnits: (signature, mint, owners) => {
      const seen = { signature: toSignature(signature), commitment: 'finalized' } as const;
      return patient.onOneNode((rpc) => readArrivedUnits(rpc, seen, { mint, owners }));
    },
    feePayerFunds: () => readFeePayerFunds(patient, toAddress(feePayer)),
    walletUnits: async (owner, mints) => {
      const accounts = await Promise.all(
        mints.map((mint) => associatedAccount(toAddress(owner), toAddress(mint))),
      );
      return await Promise.all(accounts.map((account) => shown(account, () => askShown(account))));
    },
  };
}

/** Transactions of a token account beyond the known ones: it takes no key. See `TokenChain.readEntries`. */
export async function readTokenEntries(
  client: Pick<NodeAccess, 'onOneNode'>,
  account: string,
  { known, notBefore = 0n, expectsNews }: { known: KnownHistory } & Omit<TokenHistoryReading, 'canWait'>,
): Promise<History<TokenEntry>> {
  return await readExplained(
    client,
    (rpc) => readHistory(rpc, toAddress(account), { known, notBefore }),
    expectsNews,
  );
}

async function readUnits(
  rpc: Rpc<SolanaRpcApi>,
  accounts: readonly string[],
  at: Partial<AccountsAt> = {},
): Promise<TokenReading> {
  const { slot, states } = await readTokenAccounts(rpc, accounts.map(toAddress), {
    commitment: 'confirmed',
    ...at,
  });
  return {
    slot,
    unitsByAccount: new Map(accounts.map((account, index) => [account, states[index]?.units ?? 0n])),
  };
}

async function readHistory(
  rpc: Rpc<SolanaRpcApi>,
  account: Address,
  { known, notBefore }: { known: KnownHistory; notBefore: bigint },
): Promise<History<TokenEntry>> {
  const readAmount = async () => (await readUnits(rpc, [account])).unitsByAccount.get(account);
  const unknown = await listUnknown(rpc, account, { known, notBefore, limit: mostEntries, readAmount });
  const entries: TokenEntry[] = [];
  for (const { signature, isFinalized } of unknown) {
    const entry = await readTokenEntry(rpc, { signature, address: account, commitment: 'confirmed' });
    entries.push({ ...entry, finalized: isFinalized });
  }
  return { entries, isExplained: (await readAmount()) === known.sum + balanceUnits({ entries }) };
}

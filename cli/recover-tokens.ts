import { setTimeout as sleep } from 'node:timers/promises';
import { formatTokens, type Token } from '#contract/tokens.ts';
import type { TokenChain } from '#server/app/token-ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import type { EpochToScan, ScanResult } from '#server/solana/scan-addresses.ts';
import type { Unmoved } from './sweep-everything.ts';

/** Token accounts that one call reads. */
const chunk = 100;
const pollMs = 2000;

/** Where is looked, for what, and what is left to the server. */
interface TokenSearch {
  epochs: readonly EpochToScan[];
  wallets: ScanResult['wallets'];
  tokens: readonly Token[];
  ownerOf: (path: KeyPath) => KeyPath;
  /** Token accounts of donations in the books: the server passes those on by their rules. */
  isInBooks: (account: string) => boolean;
}

interface FoundTokens {
  path: KeyPath;
  address: string;
  account: string;
  token: Token;
  units: bigint;
}

/**
 * Finds tokens on addresses of the seed that no book knows, and sends them to their owners' wallets; the fee payer pays.
 * Like sweeps without books: repeating it moves what is still there. Returns what was moved, in words, and what was not.
 */
export async function recoverTokens(
  { vault, chain }: { vault: SigningVault; chain: TokenChain },
  searched: TokenSearch,
): Promise<{ moved: string[]; unmoved: Unmoved[] }> {
  const moved: string[] = [];
  const unmoved: Unmoved[] = [];
  for (const token of searched.tokens) {
    for await (const found of findTokens({ vault, chain }, searched, token)) {
      const amount = formatTokens(found.units, token);
      const refused = await moveTokens({ vault, chain }, found, searched.ownerOf(found.path));
      if (refused === null) moved.push(`  ${found.address}  ${amount}`);
      else unmoved.push({ address: found.address, reason: `${amount}: ${refused}` });
    }
  }
  return { moved, unmoved };
}

/** Goes through the addresses of every streamer of whom there is a trace, as far as they were noted, and a gap further. */
async function* findTokens(
  base: { vault: SigningVault; chain: TokenChain },
  { epochs, wallets, isInBooks }: TokenSearch,
  token: Token,
): AsyncGenerator<FoundTokens> {
  for (const { path } of wallets) {
    const plan = epochs.find(({ epoch }) => epoch === path.epoch);
    const gap = plan?.gap ?? 0;
    let end = (plan?.nextIndexes.get(path.user) ?? 1) + gap;
    for (let index = 1; index < end; index += chunk) {
      const count = Math.min(chunk, end - index);
      const found = await readChunk(base, { path: { ...path, index }, count, token });
      const last = found.at(-1);
      if (last !== undefined) end = Math.max(end, last.path.index + gap);
      yield* found.filter(({ account }) => !isInBooks(account));
    }
  }
}

/** Those of so many addresses in a row that hold the token. */
async function readChunk(
  { vault, chain }: { vault: SigningVault; chain: TokenChain },
  { path, count, token }: { path: KeyPath; count: number; token: Token },
): Promise<FoundTokens[]> {
  const looked = await Promise.all(
    vault.listAddresses(path, count).map(async (address, offset) => ({
      path: { ...path, index: path.index + offset },
      address,
      account: await chain.accountOf(address, token.mint),
      token,
    })),
  );
  const held = await chain.finalizedUnits(looked.map(({ account }) => account));
  return looked
    .map((each) => ({ ...each, units: held.get(each.account) ?? 0n }))
    .filter(({ units }) => units > 0n);
}

/** Null once it has landed; otherwise why it could not be moved. */
async function moveTokens(
  { vault, chain }: { vault: SigningVault; chain: TokenChain },
  { path, address, account, token, units }: FoundTokens,
  owner: KeyPath,
): Promise<string | null> {
  const destination = await vault.addressOf(owner);
  for (;;) {
    const signed = await chain.sign({
      from: { path, address },
      token,
      account,
      destination,
      units,
      others: 0,
    });
    if ('refused' in signed) return explain(signed.refused, chain.feePayer);
    if (await follow(chain, signed, account)) return null;
  }
}

/** False when the transfer can never land any more. */
async function follow(
  chain: TokenChain,
  signed: { signature: string; raw: Uint8Array; lastValidBlockHeight: bigint },
  account: string,
): Promise<boolean> {
  for (;;) {
    await chain.send(signed.raw);
    const outcome = await chain.outcome(signed, account);
    if (outcome.state === 'landed') return outcome.entry.succeeded;
    if (outcome.state === 'expired') return false;
    await sleep(pollMs);
  }
}

function explain(refused: string, feePayer: string): string {
  if (refused === 'fee_payer_empty')
    return `send SOL to ${feePayer}, which pays for it, then: npm run brava -- recover`;
  if (refused === 'account_frozen') return 'the issuer of the token has frozen it';
  return `the network would not take the transfer (${refused})`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { formatTokens, type Token } from '#contract/tokens.ts';
import type { TokenChain } from '#server/app/token-ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import type { EpochToScan, ScanResult } from '#server/solana/scan-addresses.ts';
import { restAfterFailures } from './rest-after-failures.ts';
import type { Unmoved } from './sweep-everything.ts';
import { withPatience } from './with-patience.ts';

/** Token accounts that one call reads. */
const chunk = 100;
const pollMs = 2000;

/** Where is looked, for what, and what is left to the server. */
interface TokenSearch {
  epochs: readonly EpochToScan[];
  /** What the search for SOL found: streamers, and how far their addresses went. */
  found: Pick<ScanResult, 'wallets' | 'deposits'>;
  tokens: readonly Token[];
  ownerOf: (path: KeyPath) => KeyPath;
  /** Token accounts of donations in the books: the server passes those on by their rules. */
  isInBooks: (account: string) => boolean;
  /** The command that goes on once the fee payer has SOL. */
  again: string;
  /** How many addresses were looked at. */
  onProgress: (looked: number) => void;
  /** What waits after a transfer that landed and failed; a timer unless given. */
  wait?: (ms: number) => Promise<unknown>;
}

interface FoundTokens {
  path: KeyPath;
  address: Address;
  account: string;
  token: Token;
  units: bigint;
}

/** What became of tokens: what was moved, in words, and what was not; and on which addresses any were. */
interface RecoveredTokens {
  moved: string[];
  unmoved: Unmoved[];
  holders: Pick<FoundTokens, 'path' | 'address'>[];
}

/**
 * Finds tokens on addresses of the seed that no book knows, and sends them to their owners' wallets; the fee payer pays.
 * Like sweeps without books: repeating it moves what is still there.
 */
export async function recoverTokens(
  { vault, chain }: { vault: SigningVault; chain: TokenChain },
  searched: TokenSearch,
): Promise<RecoveredTokens> {
  const recovered: RecoveredTokens = { moved: [], unmoved: [], holders: [] };
  for await (const found of findTokens({ vault, chain }, searched)) {
    const { path, address, token } = found;
    recovered.holders.push({ path, address });
    const amount = formatTokens(found.units, token);
    const refused = await moveTokens({ vault, chain }, found, searched);
    if (refused === null) recovered.moved.push(`  ${address}  ${amount}`);
    else
      recovered.unmoved.push({
        address,
        reason: `${amount}: ${explain(refused, chain.feePayer, searched.again)}`,
      });
  }
  return recovered;
}

/**
 * Goes through the addresses of every streamer up to the last one of whom there is a trace, each until `gap` in a row
 * beyond the last that was used hold no token. Tokens alone leave no other trace: so the first addresses of `userGap`
 * streamers beyond are looked at before, one call a streamer and token.
 */
async function* findTokens(
  base: { vault: SigningVault; chain: TokenChain },
  searched: TokenSearch,
): AsyncGenerator<FoundTokens> {
  let looked = 0;
  for (const plan of searched.epochs) {
    const used = lastUsed(plan, searched.found);
    let lastUser = 0;
    for (const user of used.keys()) lastUser = Math.max(lastUser, user);
    const look = async (user: number, index: number, count: number): Promise<FoundTokens[]> => {
      const from = { user, epoch: plan.epoch, index };
      const found = await readAddresses(base, { from, count, tokens: searched.tokens });
      for (const { path } of found) noteUsed(used, path);
      if (found.length > 0) lastUser = Math.max(lastUser, user);
      searched.onProgress((looked += count));
      return found;
    };
    for (let user = lastUser + 1; user <= lastUser + plan.userGap; user += 1) await look(user, 1, chunk);
    for (let user = 1; user <= lastUser; user += 1) {
      const end = (): number => (used.get(user) ?? 0) + plan.gap;
      let index = 1;
      while (index <= end()) {
        const count = Math.min(chunk, end() + 1 - index);
        const found = await look(user, index, count);
        yield* found.filter(({ account }) => !searched.isInBooks(account));
        // What was just found may have moved the end on from where this look had to stop.
        index += count;
      }
    }
  }
}

/** The last index of each streamer of an epoch that is noted, in the books or held SOL; 0: only the wallet shows a trace. */
function lastUsed(
  { epoch, nextIndexes, knownTo }: EpochToScan,
  { wallets, deposits }: TokenSearch['found'],
): Map<number, number> {
  const used = new Map<number, number>();
  for (const marks of [nextIndexes, knownTo])
    for (const [user, next] of marks) noteUsed(used, { user, index: next - 1 });
  for (const { path } of [...wallets, ...deposits]) if (path.epoch === epoch) noteUsed(used, path);
  return used;
}

function noteUsed(used: Map<number, number>, { user, index }: Pick<KeyPath, 'user' | 'index'>): void {
  used.set(user, Math.max(used.get(user) ?? 0, index));
}

/** The tokens on so many addresses in a row. */
async function readAddresses(
  { vault, chain }: { vault: SigningVault; chain: TokenChain },
  { from, count, tokens }: { from: KeyPath; count: number; tokens: readonly Token[] },
): Promise<FoundTokens[]> {
  const addresses = vault.listAddresses(from, count);
  const found = await Promise.all(
    tokens.map(async (token) => {
      const accounts = await Promise.all(addresses.map((address) => chain.accountOf(address, token.mint)));
      const held = await withPatience(() => chain.finalizedUnits(accounts));
      return addresses.map((address, offset) => {
        const account = accounts[offset] ?? '';
        const path = { ...from, index: from.index + offset };
        return { path, address, account, token, units: held.get(account) ?? 0n };
      });
    }),
  );
  return found.flat().filter(({ units }) => units > 0n);
}

/** Null once it has landed; otherwise what it was refused for. */
async function moveTokens(
  { vault, chain }: { vault: SigningVault; chain: TokenChain },
  { path, address, account, token, units }: FoundTokens,
  { ownerOf, wait }: Pick<TokenSearch, 'ownerOf' | 'wait'>,
): Promise<string | null> {
  const destination = await vault.addressOf(ownerOf(path));
  let expired = 0;
  let failed = 0;
  for (;;) {
    const request = { from: { path, address }, token, account, destination, units, others: 0, expired };
    const signed = await withPatience(() => chain.sign(request));
    if ('refused' in signed) return signed.refused;
    const end = await follow(chain, signed, account);
    if (end === 'landed') return null;
    if (end === 'expired') expired += 1;
    else if (!(await restAfterFailures((failed += 1), wait))) return 'failed_each_time';
  }
}

/** How a transfer ended. `failed`: it landed, and cost its fee. */
async function follow(
  chain: TokenChain,
  signed: { signature: string; raw: Uint8Array; lastValidBlockHeight: bigint },
  account: string,
): Promise<'landed' | 'failed' | 'expired'> {
  for (let look = 0; ; look += 1) {
    await withPatience(() => (look === 0 ? chain.send(signed.raw) : chain.sendAgain(signed.raw)));
    const outcome = await withPatience(() => chain.outcome(signed, account));
    if (outcome.state === 'landed') return outcome.entry.succeeded ? 'landed' : 'failed';
    if (outcome.state === 'expired') return 'expired';
    await sleep(pollMs);
  }
}

function explain(refused: string, feePayer: string, again: string): string {
  if (refused === 'fee_payer_empty')
    return `send SOL to ${feePayer}, which pays for it, then: npm run brava -- ${again}`;
  if (refused === 'account_frozen') return 'the issuer of the token has frozen it';
  if (refused === 'failed_each_time')
    return `its transfer landed and failed each time; try again later: npm run brava -- ${again}`;
  return `the network would not take the transfer (${refused})`;
}

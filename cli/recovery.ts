import type { Config } from '#server/settings/config.ts';
import type { OwnedAddress } from '#server/app/sweep-ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import {
  findInstallation,
  foundInstallation,
  listPastEpochs,
  type Installation,
} from '#server/postgres/operator/installation.ts';
import { listKeyMarks } from '#server/postgres/accounts/key-progress.ts';
import { createRecoveryStore, type RecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import { listTokenAddresses } from '#server/postgres/money/token-address-list.ts';
import { createTokenStore } from '#server/postgres/money/token-store.ts';
import { type NotedSeed, nextEpoch, raiseEpoch, writeKeyMarks } from '#server/solana/key-epoch.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { type FoundAddress, scanAddresses, type ScanResult } from '#server/solana/scan-addresses.ts';
import { createTokenChain } from '#server/solana/token-chain.ts';
import { adoptFound } from './adopt-found.ts';
import { checkSameChain } from './check-same-chain.ts';
import type { CommandContext } from './command.ts';
import { planSearch, type KnownKeys, type Reach, type SearchPlan } from './epochs-to-scan.ts';
import { openLedger } from './ledger-ports.ts';
import type { OpenedChain } from './open-chain.ts';
import type { OpenedDatabase } from './open-database.ts';
import { readUndecided } from './read-undecided.ts';
import { recoverTokens } from './recover-tokens.ts';
import { Refusal } from './refusal.ts';
import { sweepEverything, type Unmoved, type Waiting } from './sweep-everything.ts';
import { firstOf, sayCount, sayLamports } from './words.ts';

/** What a search stands on. */
export interface SearchBase {
  vault: SigningVault;
  chain: OpenedChain;
}

/** What the books know of addresses; `epochs` are those that their counters tell of. */
export async function readKnownKeys({ db }: OpenedDatabase, epochs: readonly number[]): Promise<KnownKeys> {
  return {
    epochs,
    pastEpochs: await listPastEpochs(db),
    counters: await listKeyMarks(db),
    knownTo: await createRecoveryStore(db).listKnownTo(),
  };
}

/** Without books everything is looked for. */
export const nothingKnown: KnownKeys = { epochs: [], pastEpochs: [], counters: [], knownTo: [] };

/** Searches the seed's addresses on the chain, and tells how far it is. */
export async function search(
  { config, terminal }: CommandContext,
  { vault, chain }: SearchBase,
  known: KnownKeys,
  reach: Reach,
): Promise<{ plan: SearchPlan; found: ScanResult }> {
  const plan = await planSearch(notedSeedOf(config, vault), known, reach);
  const epochs = plan.epochs.map(({ epoch, nextIndexes, gap }) =>
    nextIndexes.size > 0
      ? `${epoch} (${sayCount(nextIndexes.size, 'streamer')} noted, gap ${gap})`
      : `${epoch} (gap ${gap})`,
  );
  terminal.tell(`Searching the addresses of key epoch ${epochs.join(', ')} …`);
  const found = await scanAddresses({ client: chain.client, vault }, plan.epochs, (sofar) =>
    terminal.progress(
      `  ${sayCount(sofar.looked, 'address', 'addresses')} looked at, ${chain.calls()} calls: ` +
        `${sayCount(sofar.deposits.length, 'address', 'addresses')} with ${sayLamports(sofar.lamports)}`,
    ),
  );
  return { plan, found };
}

/** What became of the money that was found. */
export interface Recovered {
  accounts: number;
  /** Addresses of which the books knew nothing, with what lay there. */
  entered: FoundAddress[];
  moved: Awaited<ReturnType<RecoveryStore['sumMoved']>>;
  unmoved: Unmoved[];
  /** Donations that are open by the books and have received something, and how much. */
  open: Awaited<ReturnType<RecoveryStore['sumOpen']>>;
  /** Addresses that the books knew, and of whose money the chain knew more. */
  learnt: number;
}

/** Brings what was found into the books and passes it on by their rules. May be ended at any moment and run again. */
export async function bringIn(
  context: CommandContext,
  opened: OpenedDatabase,
  { vault, chain }: SearchBase,
  { plan, found }: { plan: SearchPlan; found: ScanResult },
): Promise<Recovered> {
  const { terminal } = context;
  const startedAt = new Date();
  const store = createRecoveryStore(opened.db);
  const ports = await openLedger(context, opened, chain, vault);
  const ownerOf = (path: KeyPath): KeyPath => plan.ownerOf(path);
  const { accounts, entered, unexplained } = await adoptFound(
    { ports, store, vault, ownerOf },
    found,
    (done) =>
      terminal.progress(
        `  ${done} of ${sayCount(found.deposits.length, 'address', 'addresses')} entered into the books`,
      ),
  );
  const findOwner = async (path: KeyPath): Promise<OwnedAddress> => {
    const owner = ownerOf(path);
    return { path: owner, address: await vault.addressOf(owner) };
  };
  const reread = await readUndecided(ports, store, (done, all) =>
    terminal.progress(`  ${done} of ${sayCount(all, 'donation')} read again`),
  );
  if (reread.unread > 0) {
    terminal.tell(
      `${sayCount(reread.unread, 'donation')} more not read again. Once the server runs: npm run brava -- rescan --all`,
    );
  }
  const { unmoved, learnt } = await sweepEverything({ ports, store, findOwner }, (waiting) =>
    terminal.progress(`  ${sayWaiting(waiting)}, ${chain.calls()} calls`),
  );
  await noteKeys(context, opened, vault);
  return {
    accounts,
    entered,
    moved: await store.sumMoved(startedAt),
    unmoved: [...unexplained, ...unmoved],
    open: await store.sumOpen(),
    learnt: learnt + reread.learnt,
  };
}

function sayWaiting({ left, onTheirWay, differing }: Waiting): string {
  const reasons = [
    ...(onTheirWay > 0 ? [`${onTheirWay} on their way`] : []),
    ...(differing > 0 ? [`${differing} read again, where the chain says something else than the books`] : []),
  ];
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
  return `${sayCount(left, 'address', 'addresses')} still to be emptied${why}`;
}

/**
 * Passes on tokens of addresses that the books do not know, and tells which; returns what could not be moved. What the
 * books know goes on once the server runs. Streamers of whom nothing but tokens was left get their accounts as well.
 */
export async function moveTokens(
  context: CommandContext,
  opened: OpenedDatabase,
  { vault, chain }: SearchBase,
  { plan, found }: { plan: SearchPlan; found: ScanResult },
): Promise<Unmoved[]> {
  const { config, terminal } = context;
  const { db } = opened;
  const known = await createTokenStore(db).listKnown();
  const tokens = [...known, ...config.tokens.filter(({ mint }) => !known.some((each) => each.mint === mint))];
  if (tokens.length === 0) return [];
  const inBooks = new Set<string>();
  for await (const page of listTokenAddresses(db, {})) for (const { account } of page) inBooks.add(account);
  const ports = await openLedger(context, opened, chain, vault);
  const ownerOf = (path: KeyPath): KeyPath => plan.ownerOf(path);
  const { moved, unmoved, holders } = await recoverTokens(
    { vault, chain: ports.tokens.chain },
    {
      epochs: plan.epochs,
      found,
      tokens,
      ownerOf,
      isInBooks: (account) => inBooks.has(account),
      again: 'recover',
      onProgress: (looked) => showTokenSearch(context, chain, looked),
    },
  );
  sayMovedTokens(context, moved);
  const wallets = holders.map((holder) => ({ ...holder, lamports: 0n }));
  const needs = { ports, store: createRecoveryStore(db), vault, ownerOf };
  const { accounts } = await adoptFound(needs, { deposits: [], wallets }, () => {});
  if (accounts > 0) {
    terminal.print(`Made ${sayCount(accounts, 'account')} for streamers of whom only tokens were left.`);
    await noteKeys(context, opened, vault);
  }
  return unmoved;
}

/** Passes on tokens of TOKENS on a cluster of which there are no books; returns what could not be moved. */
export async function moveTokensElsewhere(
  context: CommandContext,
  { vault, chain }: SearchBase,
  { plan, found }: { plan: SearchPlan; found: ScanResult },
): Promise<Unmoved[]> {
  const { tokens } = context.config;
  if (tokens.length === 0) {
    context.terminal.print('Tokens were not looked for: to find some, name their mints there in TOKENS.');
    return [];
  }
  const { moved, unmoved } = await recoverTokens(
    { vault, chain: await createTokenChain(chain.client, vault) },
    {
      epochs: plan.epochs,
      found,
      tokens,
      ownerOf: (path) => plan.ownerOf(path),
      isInBooks: () => false,
      again: 'recover --rpc URL',
      onProgress: (looked) => showTokenSearch(context, chain, looked),
    },
  );
  sayMovedTokens(context, moved);
  return unmoved;
}

function showTokenSearch({ terminal }: CommandContext, chain: OpenedChain, looked: number): void {
  terminal.progress(
    `  ${sayCount(looked, 'address', 'addresses')} looked at for tokens, ${chain.calls()} calls`,
  );
}

function sayMovedTokens({ terminal }: CommandContext, moved: readonly string[]): void {
  if (moved.length > 0)
    terminal.print(`Moved tokens from ${sayCount(moved.length, 'address', 'addresses')}:`);
  for (const line of firstOf(moved)) terminal.print(line);
}

/** Has new addresses come from an epoch that nothing was ever given out under; returns it. */
export async function startEpoch(
  { config }: CommandContext,
  { db }: OpenedDatabase,
  { vault, chain }: SearchBase,
  above: number,
): Promise<number> {
  await raiseEpoch(config.seedFile, Math.max(0, above));
  const keyEpoch = await nextEpoch(config.seedFile);
  const genesisHash = await chain.chain.genesisHash();
  await foundInstallation(db, { genesisHash, seedFingerprint: vault.fingerprint, keyEpoch });
  await createRecoveryStore(db).setEpoch(keyEpoch);
  // With a note of how little was given out there, another search does not look far.
  await writeKeyMarks(notedSeedOf(config, vault), keyEpoch, await listKeyMarks(db));
  return keyEpoch;
}

function notedSeedOf({ seedFile }: Config, { fingerprint }: SigningVault): NotedSeed {
  return { seedFile, fingerprint };
}

/** Notes beside the seed, under the books' epoch, how far their addresses went and whose wallet is whose. */
async function noteKeys(
  { config }: CommandContext,
  { db }: OpenedDatabase,
  vault: SigningVault,
): Promise<void> {
  const installation = await findInstallation(db);
  if (installation !== null)
    await writeKeyMarks(notedSeedOf(config, vault), installation.keyEpoch, await listKeyMarks(db));
}

/** Throws `Refusal` unless the books belong to this seed and this chain. Without books anything fits. */
export async function checkBelongs(
  what: string,
  books: Pick<Installation, 'seedFingerprint' | 'genesisHash'> | null,
  { vault, chain }: SearchBase,
): Promise<void> {
  if (books !== null && books.seedFingerprint !== vault.fingerprint) {
    throw new Refusal(
      `${what} belongs to another master seed. Put back the seed that it was made with (SEED_FILE or MASTER_SEED); nothing was changed.`,
    );
  }
  await checkSameChain(what, books, chain);
}

/** The lines about money that stayed where it is. */
export function sayUnmoved(unmoved: readonly Unmoved[]): string[] {
  return unmoved.map(({ address, reason }) => `  ${address}  ${reason}`);
}

import { Transient } from '#server/app/outside.ts';
import {
  findInstallation,
  listUnsearchedEpochs,
  noteSearched,
  type Installation,
} from '#server/postgres/operator/installation.ts';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import {
  readCount,
  refusePositionals,
  type Command,
  type CommandContext,
  type CommandInput,
} from './command.ts';
import type { ScanResult } from '#server/solana/scan-addresses.ts';
import type { Reach, SearchPlan } from './epochs-to-scan.ts';
import { openChainOf, readOwnGenesisHash, type OpenedChain } from './open-chain.ts';
import { openDatabaseOf, type OpenedDatabase } from './open-database.ts';
import { openVaultOf } from './open-vault.ts';
import {
  bringIn,
  checkBelongs,
  moveTokens,
  moveTokensElsewhere,
  nothingKnown,
  readKnownKeys,
  sayUnmoved,
  search,
  startEpoch,
} from './recovery.ts';
import { Misuse, Refusal } from './refusal.ts';
import { sayRecovered } from './say-recovered.ts';
import { sweepWithoutBooks } from './sweep-without-books.ts';
import { firstOf, sayCount, sayLamports, saySince } from './words.ts';

const help = `Usage: npm run brava -- recover [--gap N] [--users N] [--dry-run] [--rpc URL]

Finds all money that lies on addresses of the master seed and sends it on to its owners' wallets. For when the
database is lost: it needs nothing but the seed, and an empty database or one that is older than the chain. The server
must be stopped. What is beside the seed (SEED_FILE.epochs) tells how far to look; without it the search is longer. Of
addresses that the database knows it reads those of open donations and those whose money is to be moved; the server
looks at the others by itself once it runs (or: rescan --all).

Streamers that no database knows get an account "recovered-EPOCH-NUMBER" with their wallet; what they were called, and
donations that had been passed on before, only a back-up knows. From then on addresses come from a new epoch.

Tokens (TOKENS, and those that the database knows) are found in the same way on addresses that no book knows; the
account of fee-payer pays for their transfers.

  --gap N      addresses in a row, for each streamer, that may be empty before the search ends
               (500 beyond what is noted beside the seed, 10000 where nothing is)
  --users N    streamers in a row that may show no trace (100)
  --dry-run    only look and tell: no money is moved and nothing entered. Tokens are not looked for. The database is
               made ready all the same: the embedded one is made if there is none, and an older one gets this
               version's tables
  --rpc URL    money that was sent on another cluster: finds it there and sends it to its owners' wallets
               there. The database is neither needed nor touched, and the server may run. Refused for the
               cluster that this installation itself is on: there the books must know. A token has another mint
               on each cluster: name those of that one in TOKENS for this command, and send SOL there to the
               account of fee-payer, which pays for their transfers`;

const tokensLeftOut = 'Tokens were not looked for: a search without --dry-run finds them, too.';

/** Finds all money of a seed and passes it on. */
export const recover: Command = {
  summary: 'find and pass on all money from the master seed alone',
  help,
  options: {
    gap: { type: 'string' },
    users: { type: 'string' },
    'dry-run': { type: 'boolean' },
    rpc: { type: 'string' },
  },
  async run(context, input) {
    refusePositionals(input);
    const reach: Reach = { gap: readCount(input, 'gap'), users: readCount(input, 'users') };
    const rpcUrl = input.values['rpc'];
    return typeof rpcUrl === 'string'
      ? await rescueElsewhere(context, input, reach, rpcUrl)
      : await recoverHere(context, input, reach);
  },
};

async function recoverHere(context: CommandContext, input: CommandInput, reach: Reach): Promise<number> {
  const { terminal } = context;
  const vault = await openVaultOf(context);
  const chain = await openChainOf(context, { isShared: false });
  const opened = await openDatabaseOf(context, { exclusive: true, mayCreate: true });
  const base = { vault, chain };
  const installation = await findInstallation(opened.db);
  await checkBelongs('The database', installation, base);
  await migrate(opened.connectionString);
  const known = await readKnownKeys(opened, await listCountedEpochs(opened, installation));
  const searching = startEffort(chain);
  const result = await search(context, base, known, reach);
  const { found } = result;
  sayFound(context, result, searching);
  if (input.values['dry-run'] === true) {
    for (const line of firstOf(
      found.deposits.map(({ address, lamports }) => `  ${address}  ${sayLamports(lamports)}`),
    ))
      terminal.print(line);
    terminal.print(
      `No money was moved, and nothing was entered into the books (--dry-run). ${tokensLeftOut}`,
    );
    return 0;
  }
  const moving = startEffort(chain);
  const keyEpoch = await startEpoch(context, opened, base, result.plan.highestEpoch);
  const { entered, moved, unmoved, open, accounts } = await bringIn(context, opened, base, result);
  terminal.print(
    `Moved ${sayLamports(moved.lamports)} in ${sayCount(moved.transfers, 'transfer')}, ${moving()}; the network took ${sayLamports(moved.feeLamports)}.`,
  );
  await sayRecovered(opened, entered, terminal);
  const left = await moveTokens(context, opened, base, result);
  await noteSearched(opened.db);
  if (accounts > 0)
    terminal.print(`Made ${sayCount(accounts, 'account')} for streamers that the database did not know.`);
  terminal.print(`New addresses come from key epoch ${keyEpoch}.`);
  if (open.donations > 0) {
    terminal.print(
      `${sayCount(open.donations, 'open donation')} received ${sayLamports(open.lamports)} so far: once the server runs, it passes on what is there when they are paid or their time is over.`,
    );
  }
  const hadAddresses = known.knownTo.length > 0;
  if (hadAddresses)
    terminal.print(
      'Addresses that the database knows to be empty were not looked at: the server does that once it runs.',
    );
  const others = open.donations > 0 ? 'any other address' : 'any address';
  return finish(context, [...unmoved, ...left], hadAddresses ? `${others} that was looked at` : others);
}

/** Where a restore has not got through, the counters are those that its back-up had, and the epochs since count on. */
async function listCountedEpochs(
  { db }: OpenedDatabase,
  installation: Installation | null,
): Promise<number[]> {
  return installation === null ? [] : [...(await listUnsearchedEpochs(db)), installation.keyEpoch];
}

async function rescueElsewhere(
  context: CommandContext,
  input: CommandInput,
  reach: Reach,
  rpcUrl: string,
): Promise<number> {
  if (!/^https?:\/\//.test(rpcUrl))
    throw new Misuse('--rpc must be a web address, for example --rpc https://node.example');
  const vault = await openVaultOf(context);
  const chain = await openChainOf(context, { isShared: false, rpcUrl });
  await checkIsElsewhere(context, chain);
  const searching = startEffort(chain);
  const result = await search(context, { vault, chain }, nothingKnown, reach);
  const { plan, found } = result;
  sayFound(context, result, searching);
  if (input.values['dry-run'] === true) {
    context.terminal.print(`Nothing was changed (--dry-run). ${tokensLeftOut}`);
    return 0;
  }
  const moving = startEffort(chain);
  const swept = await sweepWithoutBooks(
    { sweepChain: chain.sweepChainOf(vault), vault, ownerOf: (path) => plan.ownerOf(path) },
    found.deposits,
    (done) => context.terminal.progress(`  ${done} of ${found.deposits.length} moved`),
  );
  context.terminal.print(
    `Moved ${sayLamports(swept.lamports)} in ${sayCount(swept.transfers, 'transfer')}, ${moving()}; the network took ${sayLamports(swept.feeLamports)}. The database was not touched.`,
  );
  const left = await moveTokensElsewhere(context, { vault, chain }, result);
  return finish(context, [...swept.unmoved, ...left], 'any address');
}

/** Transfers on the installation's own chain that its books do not know would look like a theft to them. */
async function checkIsElsewhere(context: CommandContext, { chain }: OpenedChain): Promise<void> {
  const own = await readOwnGenesisHash(context).catch((cause: unknown) => {
    if (!(cause instanceof Transient)) throw cause;
    throw new Refusal(
      'The nodes of this installation (SOLANA_RPC_URL) do not answer, so nobody can tell whether --rpc is another cluster than theirs. Nothing was moved; try again when they answer.',
      { cause },
    );
  });
  if (own === (await chain.genesisHash())) {
    throw new Refusal(
      'The node of --rpc is on the same Solana network as this installation. Nothing was moved: money there is found and passed on with its books, by recover without --rpc. To use that node for it, set SOLANA_RPC_URL.',
    );
  }
}

function sayFound(
  { terminal }: CommandContext,
  { found, plan: { ownerOf } }: Awaited<ReturnType<typeof search>>,
  effort: () => string,
): void {
  terminal.print(
    `Found ${sayCount(found.deposits.length, 'address', 'addresses')} with ${sayLamports(found.lamports)}, and traces of ${sayCount(countOwners(found, ownerOf), 'streamer')}: ` +
      `looked at ${sayCount(found.looked, 'address', 'addresses')}, ${effort()}.`,
  );
}

/** The same streamer may have left traces in several epochs. */
function countOwners({ wallets }: ScanResult, ownerOf: SearchPlan['ownerOf']): number {
  return new Set(wallets.map(({ path }) => JSON.stringify(ownerOf(path)))).size;
}

/** What has been needed since now, when it is asked for. */
function startEffort(chain: OpenedChain): () => string {
  const start = performance.now();
  const callsBefore = chain.calls();
  return () => `with ${sayCount(chain.calls() - callsBefore, 'call')} in ${saySince(start)}`;
}

function finish(
  { terminal }: CommandContext,
  unmoved: Parameters<typeof sayUnmoved>[0],
  where: string,
): number {
  if (unmoved.length === 0) terminal.print(`Nothing is left on ${where}.`);
  else terminal.print(`Left on ${sayCount(unmoved.length, 'address', 'addresses')}:`);
  for (const line of firstOf(sayUnmoved(unmoved), 1000)) terminal.print(line);
  return 0;
}

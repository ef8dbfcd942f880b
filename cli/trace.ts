import { setTimeout as sleep } from 'node:timers/promises';
import { noMeter } from '#server/app/meter.ts';
import { findInstallation } from '#server/postgres/operator/installation.ts';
import { askNodes } from '#server/solana/watch-nodes.ts';
import { checkSameChain } from './check-same-chain.ts';
import { type Command, type CommandContext, getOnly } from './command.ts';
import { findTraced, isSilence } from './find-traced.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { openChainOf, type OpenedChain } from './open-chain.ts';
import { type OpenedDatabase, openDatabaseOf } from './open-database.ts';
import { readBooks, readChain } from './read-traced.ts';
import { readClue } from './read-clue.ts';
import { Refusal } from './refusal.ts';
import { sayTraced } from './say-traced.ts';
import type { Traced } from './traced.ts';

const help = `Usage: npm run brava -- trace DONATION | LINK | ADDRESS | SIGNATURE

Where a donation's money is, for whoever is told 'I paid, and nothing came'. Takes what the donor can name: the
donation's id, the link of its page, its address or token account, the signature of a transaction, or the link of an
explorer to one of these. Tells what the books have and what the chain says now, in order and with times: what was
asked for, each payment and each transfer, where all of it is, what became of the alert; and last what to do. Names
no donor and no message. Changes nothing; the server may run. Ten calls where there is one node, a few more for a
token and for each further node. A node that does not answer is given seconds: then the books alone are told. Exit
code 1 then, when the chain has something that the books lack, and when nothing of it is ours.`;

/** As in a server: somebody waits. */
const patienceMs = 10_000;
/** A server records what came a moment ago while this looks. */
const readings = 3;
const againMs = 1000;

/** Tells where a donation's money is. */
export const trace: Command = {
  summary: "tell where a donation's money is, by its id, link, address or a transaction",
  help,
  options: {},
  async run(context, input) {
    const clue = readClue(getOnly(input, 'A donation, its link, an address or a signature'));
    const opened = await openDatabaseOf(context, { current: true });
    let opening: Promise<OpenedChain> | null = null;
    const openChain = (): Promise<OpenedChain> => (opening ??= openOwnChain(context, opened));
    const { donationIds, lines } = await findTraced(opened.db, clue, openChain);
    for (const line of lines) context.terminal.print(line);
    let isWrong = false;
    for (const id of donationIds) {
      const { traced, step } = await traceOne(opened, id, openChain);
      for (const line of sayTraced(traced, context.config.publicUrl)) context.terminal.print(line);
      for (const todo of step.todos) context.terminal.print(`→ ${todo}`);
      isWrong ||= step.isWrong;
    }
    return isWrong ? 1 : 0;
  },
};

async function openOwnChain(context: CommandContext, { db, isShared }: OpenedDatabase): Promise<OpenedChain> {
  const books = await findInstallation(db);
  if (books === null) throw new Refusal('No server has started on this database yet.');
  const chain = await openChainOf(context, { isShared, patienceMs });
  await checkSameChain('The database', books, chain);
  // One that is far behind says what was.
  await askNodes(chain.client, books.genesisHash, noMeter);
  return chain;
}

/** Reads again what differs: it may have come between two readings. */
async function traceOne(
  opened: OpenedDatabase,
  id: string,
  openChain: () => Promise<OpenedChain>,
): Promise<{ traced: Traced; step: NextStep }> {
  for (let reading = 1; ; reading += 1) {
    const traced = await readOnce(opened, id, openChain);
    const step = nextStep(traced);
    if (!step.isWrong || traced.silence !== null || reading === readings) return { traced, step };
    await sleep(againMs);
  }
}

async function readOnce(
  { db }: OpenedDatabase,
  id: string,
  openChain: () => Promise<OpenedChain>,
): Promise<Traced> {
  const books = await readBooks(db, id);
  if (books === null)
    throw new Refusal(
      `There is no donation ${id} in these books: nothing of it is ours. If its page stood here once, the books were ` +
        'restored since: its address, or the signature of its payment, says more.',
    );
  try {
    return await readChain(db, await openChain(), books);
  } catch (error) {
    if (!isSilence(error)) throw error;
    return { ...books, silence: error.message };
  }
}

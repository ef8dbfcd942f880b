import { listDonationAddresses, type DonationAddress } from '#server/postgres/money/address-list.ts';
import { refusePositionals, type Command, type CommandInput } from './command.ts';
import { openLedger } from './ledger-ports.ts';
import { openChainOf } from './open-chain.ts';
import { openDatabaseOf } from './open-database.ts';
import { openVaultOf } from './open-vault.ts';
import { readOn, type ReadOn } from './read-on.ts';
import { Misuse, Refusal } from './refusal.ts';
import { withPatience } from './with-patience.ts';
import { firstOf, sayCount, saySince } from './words.ts';

const help = `Usage: npm run brava -- rescan --address ADDRESS | --user NAME | --all

Reads the chain's history of donation addresses again and records what the books lack, by the server's own rules. The
server may run. Of donations in tokens, what came and went of the token is read, too. Costs two calls for each address,
four for one that is paid in a token; where something is new, one more, and one for each transaction. Names addresses of
which no node's history explains what lies there; exit code 1 then. What is not final yet, and a transfer that a server
waits for, the books do not lack: it is counted apart.

  --address A   one address, or the token account of one
  --user NAME   all addresses of a streamer
  --all         all addresses`;

const sideBySide = 4;

/** Reads addresses again. */
export const rescan: Command = {
  summary: "read the chain's history of addresses again and record what is missing",
  help,
  options: { address: { type: 'string' }, user: { type: 'string' }, all: { type: 'boolean' } },
  async run(context, input) {
    const start = performance.now();
    refusePositionals(input);
    const which = readChoice(input);
    const opened = await openDatabaseOf(context, { current: true });
    const vault = await openVaultOf(context);
    const chain = await openChainOf(context, { isShared: opened.isShared });
    const ports = await openLedger(context, opened, chain, vault);
    let addresses = 0;
    const found: ReadOn = { lacked: 0, underWay: 0 };
    const unexplained = new Set<string>();
    const reread = async ({ id, address, hasLiveSweep }: DonationAddress): Promise<void> => {
      const donation = await ports.donations.find(id);
      const onUnexplained = (): void => void unexplained.add(address);
      const { lacked, underWay } =
        donation === null
          ? { lacked: 0, underWay: 0 }
          : await withPatience(() => readOn(ports, donation, { hasLiveSweep, onUnexplained }));
      addresses += 1;
      if (lacked > 0) context.terminal.print(`  ${address}: ${sayCount(lacked, 'transaction')} recorded`);
      found.lacked += lacked;
      found.underWay += underWay;
      context.terminal.progress(`  ${sayCount(addresses, 'address', 'addresses')} read`);
    };
    for await (const page of listDonationAddresses(opened.db, which)) {
      const queue = page.values();
      const work = async (): Promise<void> => {
        for (const donation of queue) await reread(donation);
      };
      await Promise.all(Array.from({ length: sideBySide }, work));
    }
    if (addresses === 0) throw new Refusal(sayNothingMeant(which));
    // What kept a server from recording may be mended: without this, it is told as trouble for five minutes more.
    await ports.watches.makeLooksDue();
    const nothing = unexplained.size > 0 ? 'nothing was recorded' : 'the books lacked nothing';
    const recorded = found.lacked === 0 ? nothing : `${sayCount(found.lacked, 'transaction')} recorded`;
    const underWay = found.underWay === 0 ? '' : `; ${found.underWay.toLocaleString('en')} more under way`;
    context.terminal.print(
      `Read ${sayCount(addresses, 'address', 'addresses')} with ${sayCount(chain.calls(), 'call')} in ${saySince(start)}: ` +
        `${recorded}${underWay}.`,
    );
    if (unexplained.size === 0) return 0;
    for (const line of firstOf([...unexplained].map((address) => `  ${address}`)))
      context.terminal.print(line);
    throw new Refusal(
      'No node’s history explains what lies at these addresses. Where that stays so, name a node with full history in SOLANA_RPC_URL and run this again.',
    );
  },
};

function readChoice({ values }: CommandInput): { address?: string; username?: string } {
  const { address, user, all } = values;
  const given = [address, user, all].filter((value) => value !== undefined);
  if (given.length !== 1) throw new Misuse('Say which: --address ADDRESS, --user NAME or --all.');
  if (typeof address === 'string') return { address };
  return typeof user === 'string' ? { username: user } : {};
}

function sayNothingMeant({ address, username }: { address?: string; username?: string }): string {
  if (address !== undefined)
    return `${address} is no donation address of this installation: nothing was read.`;
  return username === undefined
    ? 'There are no donations yet: nothing was read.'
    : `There is no streamer "${username}", or nobody ever began a donation to them: nothing was read.`;
}

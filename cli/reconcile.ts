import type { Address } from '@solana/kit';
import { noMeter } from '#server/app/meter.ts';
import { listDonationAddresses, type DonationAddress } from '#server/postgres/money/address-list.ts';
import { findInstallation } from '#server/postgres/operator/installation.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import { listTokenAccounts } from '#server/solana/token-accounts.ts';
import { askNodes } from '#server/solana/watch-nodes.ts';
import { checkSameChain } from './check-same-chain.ts';
import { refusePositionals, type Command } from './command.ts';
import { openChainOf } from './open-chain.ts';
import { openDatabaseOf } from './open-database.ts';
import { differs, judgeDiffering, judgePage, type Judged } from './judge-page.ts';
import { reconcileTokens } from './reconcile-tokens.ts';
import { Refusal } from './refusal.ts';
import { sayAddress, sayMoving } from './say-moving.ts';
import { sayContradictions } from './say-contradictions.ts';
import { firstOf, sayCount, sayLamports, saySince } from './words.ts';

const help = `Usage: npm run brava -- reconcile [--tokens]

Compares the books with the chain, address by address: everything that came in = passed on + network fees + still
there, and what the books say is there = what the finalized chain says; tokens by their accounts in the same way.
Names every mismatch, and what cannot be moved yet with the reason. Changes nothing. The server may run: what differs
it then reads again at once, and what still differs 20 seconds later is named. Of several nodes two are asked. A call
for every 100 addresses to each; exit code 1 when something differs.

  --tokens   also look for tokens that were sent to our addresses by mistake (two calls for each address)`;

/** Compares books and chain. */
export const reconcile: Command = {
  summary: 'prove that books and chain agree, address by address',
  help,
  options: { tokens: { type: 'boolean' } },
  async run(context, input) {
    const start = performance.now();
    refusePositionals(input);
    const { terminal } = context;
    const opened = await openDatabaseOf(context, { current: true });
    const chain = await openChainOf(context, { isShared: opened.isShared });
    const books = await findInstallation(opened.db);
    if (books === null)
      throw new Refusal('No server has started on this database yet: there is nothing to compare.');
    await checkSameChain('The database', books, chain);
    // One that is far behind says what was.
    await askNodes(chain.client, books.genesisHash, noMeter);
    const rentMinimum = await chain.client.rpc.getMinimumBalanceForRentExemption(0n).send();
    const totals = { addresses: 0, inLamports: 0n, outLamports: 0n, feeLamports: 0n, thereLamports: 0n };
    const wrong: string[] = [];
    const differingAddresses: Address[] = [];
    const waiting: string[] = [];
    const moving: Judged[] = [];
    const tokens: string[] = [];
    const note = (judged: Judged): void => {
      const { donation, lamports, judgement } = judged;
      const { verdict, reason } = judgement;
      totals.addresses += 1;
      totals.inLamports += donation.inLamports;
      totals.outLamports += donation.outLamports;
      totals.feeLamports += donation.feeLamports;
      totals.thereLamports += lamports;
      const line = `${sayAddress(judged)}  ${reason}`;
      if (verdict === 'wrong' || verdict === 'differs') wrong.push(line);
      if (verdict === 'differs') differingAddresses.push(donation.address as Address);
      if (verdict === 'waiting') waiting.push(line);
      if (verdict === 'moving') moving.push(judged);
    };
    const at = { db: opened.db, client: chain.client, rentMinimum };
    const differing: Judged[] = [];
    for await (const page of listDonationAddresses(opened.db, {})) {
      const judged = await judgePage(at, page);
      judged.filter((one) => !differs(one)).forEach(note);
      differing.push(...judged.filter(differs));
      if (input.values['tokens'] === true)
        for (const donation of page) tokens.push(...(await sayTokens(chain.client, donation)));
      terminal.progress(
        `  ${sayCount(totals.addresses, 'address', 'addresses')} compared, ${chain.calls()} calls`,
      );
    }
    (await judgeDiffering(at, differing, terminal)).forEach(note);
    for (const [title, lines] of [
      [`${sayCount(wrong.length, 'address differs', 'addresses differ')}:`, wrong],
      [
        `${sayCount(waiting.length, 'address holds', 'addresses hold')} money that is not passed on yet:`,
        waiting,
      ],
      [`Tokens by mistake (npm run brava -- rescue-token ADDRESS):`, tokens],
    ] as const) {
      if (lines.length > 0) terminal.print(title);
      for (const line of firstOf(lines, 1000)) terminal.print(line);
    }
    for (const line of sayMoving(moving)) terminal.print(line);
    await sayContradictions(chain.client, differingAddresses, terminal);
    const wrongTokens = await reconcileTokens(opened.db, chain.client, terminal);
    const passedOn = totals.outLamports - totals.feeLamports;
    terminal.print(
      `In ${sayLamports(totals.inLamports)} = passed on ${sayLamports(passedOn)} + fees ${sayLamports(totals.feeLamports)} + still there ${sayLamports(totals.inLamports - totals.outLamports)} by the books; the chain has ${sayLamports(totals.thereLamports)}, final.`,
    );
    terminal.print(
      `${wrong.length + wrongTokens === 0 ? `Books and chain agree${moving.length === 0 ? '' : ', as far as the chain is final'}` : 'Books and chain DIFFER'}: ${sayCount(totals.addresses, 'address', 'addresses')}, ${sayCount(chain.calls(), 'call')}, ${saySince(start)}.`,
    );
    return wrong.length + wrongTokens === 0 ? 0 : 1;
  },
};

async function sayTokens(client: RpcClient, donation: DonationAddress): Promise<string[]> {
  const accounts = await listTokenAccounts(client, donation.address as Address);
  return accounts
    .filter(({ address, amount }) => amount > 0n && address !== donation.tokenAccount)
    .map(({ mint, amount }) => `  ${donation.address}  ${donation.username}  ${amount} of mint ${mint}`);
}

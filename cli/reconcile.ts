import { address as toAddress, isAddress, signature as toSignature, type Address } from '@solana/kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDonationAddresses, type DonationAddress } from '#server/postgres/address-list.ts';
import type { Database } from '#server/postgres/database.ts';
import { findInstallation } from '#server/postgres/installation.ts';
import { readArrived, readEntry } from '#server/solana/chain-entry.ts';
import { readFinalizedLamports } from '#server/solana/finalized-balances.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import { listTokenAccounts } from '#server/solana/token-accounts.ts';
import { checkSameChain } from './check-same-chain.ts';
import { refusePositionals, type Command } from './command.ts';
import { openChainOf } from './open-chain.ts';
import { openDatabaseOf } from './open-database.ts';
import { judgeAddress, type Judgement } from './judge-address.ts';
import { reconcileTokens } from './reconcile-tokens.ts';
import { Refusal } from './refusal.ts';
import { firstOf, sayCount, sayLamports, saySince } from './words.ts';

const help = `Usage: npm run brava -- reconcile [--tokens]

Compares the books with the chain, address by address: everything that came in = passed on + network fees + still
there, and what the books say is there = what the finalized chain says; tokens by their accounts in the same way.
Names every mismatch, and what cannot be moved yet with the reason. The server may run. Changes nothing. A call for
every 100 addresses; exit code 1 when something differs.

  --tokens   also look for tokens that were sent to our addresses by mistake (two calls for each address)`;

/** An address that does not agree at first is read again: the chain moves on between two readings. */
const readings = 3;
const againMs = 1000;

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
    const rentMinimum = await chain.client.rpc.getMinimumBalanceForRentExemption(0n).send();
    const totals = { addresses: 0, inLamports: 0n, outLamports: 0n, feeLamports: 0n, thereLamports: 0n };
    const wrong: string[] = [];
    const waiting: string[] = [];
    const moving: string[] = [];
    const tokens: string[] = [];
    for await (const page of listDonationAddresses(opened.db, {})) {
      for (const { donation, lamports, judgement } of await judgePage(
        opened.db,
        chain.client,
        page,
        rentMinimum,
      )) {
        totals.addresses += 1;
        totals.inLamports += donation.inLamports;
        totals.outLamports += donation.outLamports;
        totals.feeLamports += donation.feeLamports;
        totals.thereLamports += lamports;
        const line = `  ${donation.address}  ${donation.username}  ${sayLamports(lamports)}  ${judgement.reason}`;
        if (judgement.verdict === 'wrong') wrong.push(line);
        if (judgement.verdict === 'waiting') waiting.push(line);
        if (judgement.verdict === 'moving') moving.push(line);
        if (input.values['tokens'] === true) {
          tokens.push(...(await sayTokens(chain.client, donation)));
        }
      }
      terminal.progress(
        `  ${sayCount(totals.addresses, 'address', 'addresses')} compared, ${chain.calls()} calls`,
      );
    }
    for (const [title, lines] of [
      [`${sayCount(wrong.length, 'address differs', 'addresses differ')}:`, wrong],
      [
        `${sayCount(waiting.length, 'address holds', 'addresses hold')} money that is not passed on yet:`,
        waiting,
      ],
      [
        `${sayCount(moving.length, 'address has', 'addresses have')} a transaction that is not final yet, so books and chain differ for now:`,
        moving,
      ],
      [`Tokens by mistake (npm run brava -- rescue-token ADDRESS):`, tokens],
    ] as const) {
      if (lines.length > 0) terminal.print(title);
      for (const line of firstOf(lines, 1000)) terminal.print(line);
    }
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

interface Judged {
  donation: DonationAddress;
  lamports: bigint;
  judgement: Judgement;
}

async function judgePage(
  db: Database,
  client: RpcClient,
  page: readonly DonationAddress[],
  rentMinimum: bigint,
): Promise<Judged[]> {
  const judged = new Map<string, Judged>();
  let open = page;
  for (let reading = 1; open.length > 0; reading += 1) {
    const balances = await readFinalizedLamports(
      client,
      open.map(({ address }) => address as Address),
    );
    for (const donation of open) {
      const lamports = balances.get(donation.address) ?? 0n;
      const strays = await findStrays(client, donation);
      const judgement = judgeAddress(donation, { lamports, rentMinimum, strays });
      judged.set(donation.id, { donation, lamports, judgement });
    }
    const wrong = open.filter(({ id }) => judged.get(id)?.judgement.verdict === 'wrong');
    if (wrong.length === 0 || reading === readings) break;
    await sleep(againMs);
    open = [];
    for await (const again of listDonationAddresses(db, { ids: wrong.map(({ id }) => id) }))
      open = [...open, ...again];
  }
  return page.flatMap(({ id }) => judged.get(id) ?? []);
}

/** Transfers that these books did not make and that did not bring the money to its streamer either. */
async function findStrays(client: RpcClient, donation: DonationAddress): Promise<string[]> {
  const strays: string[] = [];
  for (const { signature, lamports } of donation.foreign) {
    const isStray = await client.onOneNode(async (rpc) => {
      const seen = { signature: toSignature(signature), commitment: 'confirmed' } as const;
      const arrived = await readArrived(rpc, seen, donation.destinations.filter(isAddress));
      const own = await readEntry(rpc, { ...seen, address: toAddress(donation.address) });
      // A failed transfer costs its fee and moves nothing.
      return own.succeeded && arrived < lamports - own.feeLamports;
    });
    if (isStray) strays.push(signature);
  }
  return strays;
}

async function sayTokens(client: RpcClient, donation: DonationAddress): Promise<string[]> {
  const accounts = await listTokenAccounts(client, donation.address as Address);
  return accounts
    .filter(({ address, amount }) => amount > 0n && address !== donation.tokenAccount)
    .map(({ mint, amount }) => `  ${donation.address}  ${donation.username}  ${amount} of mint ${mint}`);
}

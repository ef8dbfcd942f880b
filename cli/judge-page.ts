import { address as toAddress, isAddress, signature as toSignature, type Address } from '@solana/kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { chainSays } from '#server/app/money/ledger-check.ts';
import { listDonationAddresses, type DonationAddress } from '#server/postgres/money/address-list.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { lookNow } from '#server/postgres/operator/look-now.ts';
import { readArrived, readEntry } from '#server/solana/chain-entry.ts';
import { readFinalizedLamports } from '#server/solana/finalized-balances.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import { judgeAddress, type Judgement } from './judge-address.ts';
import { judgeOnceRead } from './judge-once-read.ts';
import type { Terminal } from './terminal.ts';

/** An address that does not agree at first is read again: the chain moves on between two readings. */
const readings = 3;
const againMs = 1000;

/** What is compared. */
interface BooksAndChain {
  db: Database;
  client: RpcClient;
  rentMinimum: bigint;
}

/** An address, what the finalized chain has there, and what is to be said of that. */
export interface Judged {
  donation: DonationAddress;
  lamports: bigint;
  judgement: Judgement;
}

/** Whether it may only not have been read yet. */
export const differs = ({ judgement }: Judged): boolean => judgement.verdict === 'differs';

/** Judges addresses; those that do not agree some times, a second apart. */
export async function judgePage(at: BooksAndChain, page: readonly DonationAddress[]): Promise<Judged[]> {
  const judged = new Map<string, Judged>();
  let latest = await judgeOnce(at, page);
  for (let reading = 1; ; reading += 1) {
    for (const one of latest) judged.set(one.donation.id, one);
    const open = latest.filter((one) => one.judgement.verdict === 'wrong' || differs(one));
    if (open.length === 0 || reading === readings) return [...judged.values()];
    await sleep(againMs);
    latest = await judgeAgain(at, open);
  }
}

/** Judges what differs once a server that runs has had time to read it. */
export async function judgeDiffering(
  at: BooksAndChain,
  differing: readonly Judged[],
  terminal: Pick<Terminal, 'progress'>,
): Promise<Judged[]> {
  const clock = { now: () => new Date() };
  return await judgeOnceRead(at.db, differing, {
    lookNow: ({ donation }) => lookNow(at.db, clock, donation.id),
    judge: (open) => judgeAgain(at, open),
    differs,
    terminal,
  });
}

async function judgeAgain(at: BooksAndChain, before: readonly Judged[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  const ids = before.map(({ donation }) => donation.id);
  for await (const page of listDonationAddresses(at.db, { ids })) judged.push(...(await judgeOnce(at, page)));
  return judged;
}

async function judgeOnce(
  { client, rentMinimum }: BooksAndChain,
  page: readonly DonationAddress[],
): Promise<Judged[]> {
  const addresses = page.map(({ address }) => address as Address);
  const readings = await readFinalizedLamports(client, addresses);
  const judged: Judged[] = [];
  for (const donation of page) {
    const lamports = chainSays(readings, donation.address, donation.inLamports - donation.outLamports);
    const strays = await findStrays(client, donation);
    judged.push({ donation, lamports, judgement: judgeAddress(donation, { lamports, rentMinimum, strays }) });
  }
  return judged;
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

import { setTimeout as sleep } from 'node:timers/promises';
import { address as toAddress } from '@solana/kit';
import { formatTokens } from '#contract/tokens.ts';
import { chainSays } from '#server/app/money/ledger-check.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { listTokenAddresses, type TokenAddress } from '#server/postgres/money/token-address-list.ts';
import { createTokenWatchStore } from '#server/postgres/money/token-watch-store.ts';
import { readFinalizedLamports, readFinalizedUnits } from '#server/solana/finalized-balances.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import type { CommandContext } from './command.ts';
import { judgeOnceRead } from './judge-once-read.ts';
import { firstOf, sayCount, sayLamports } from './words.ts';

/** What does not agree at first is read again: the chain moves on between two readings. */
const readings = 3;
const againMs = 1000;

/** What of a token came, went on and is there, by the books; and what the chain has. */
interface Totals {
  token: TokenAddress['token'];
  inUnits: bigint;
  outUnits: bigint;
  thereUnits: bigint;
  accounts: number;
}

/**
 * Compares books and chain for every account of a donation in a token: all that came in = passed on + still there, and
 * what the books say is there = what the finalized chain says. Names SOL on accounts without tokens as well: it is in no
 * book, and moves only with tokens. Returns how many differ. Says nothing where there are none.
 */
export async function reconcileTokens(
  db: Database,
  client: RpcClient,
  terminal: CommandContext['terminal'],
): Promise<number> {
  const totals = new Map<string, Totals>();
  const wrong: string[] = [];
  const strays: string[] = [];
  const note = (compared: Compared): void => {
    const { token, inUnits, outUnits, account, username } = compared.row;
    const known = totals.get(token.mint) ?? {
      token,
      inUnits: 0n,
      outUnits: 0n,
      thereUnits: 0n,
      accounts: 0,
    };
    totals.set(token.mint, {
      token,
      inUnits: known.inUnits + inUnits,
      outUnits: known.outUnits + outUnits,
      thereUnits: known.thereUnits + compared.chainUnits,
      accounts: known.accounts + 1,
    });
    if (!differs(compared)) return;
    const books = formatTokens(inUnits - outUnits, token);
    wrong.push(
      `  ${account}  ${username}  books ${books}, chain ${formatTokens(compared.chainUnits, token)}`,
    );
  };
  const differing: Compared[] = [];
  for await (const page of listTokenAddresses(db, {})) {
    const compared = await comparePage(db, client, page);
    compared.filter((one) => !differs(one)).forEach(note);
    strays.push(...(await sayStrays(client, compared)));
    differing.push(...compared.filter(differs));
  }
  const watches = createTokenWatchStore(db, { now: () => new Date() });
  const read = await judgeOnceRead(db, differing, {
    lookNow: ({ row }) => watches.lookNow(row.donationId),
    judge: (open) => compareAgain(db, client, open),
    differs,
    terminal,
  });
  read.forEach(note);
  if (wrong.length > 0)
    terminal.print(`${sayCount(wrong.length, 'token account differs', 'token accounts differ')}:`);
  for (const line of firstOf(wrong, 1000)) terminal.print(line);
  if (strays.length > 0)
    terminal.print(
      `${sayCount(strays.length, 'token account holds', 'token accounts hold')} SOL and no tokens. It goes on with the next tokens that come there:`,
    );
  for (const line of firstOf(strays, 1000)) terminal.print(line);
  for (const { token, inUnits, outUnits, thereUnits, accounts } of totals.values()) {
    const show = (units: bigint): string => formatTokens(units, token);
    terminal.print(
      `${token.symbol}: in ${show(inUnits)} = passed on ${show(outUnits)} + still there ${show(inUnits - outUnits)} by the books; the chain has ${show(thereUnits)}, final, in ${sayCount(accounts, 'account', 'accounts')}.`,
    );
  }
  return wrong.length;
}

/** A token account by the books, and what the chain has there. */
interface Compared {
  row: TokenAddress;
  chainUnits: bigint;
}

/** What a transfer that left its account open, or somebody by mistake, left on accounts that are empty by books and chain. */
async function sayStrays(client: RpcClient, compared: readonly Compared[]): Promise<string[]> {
  const empty = compared.filter((one) => agrees(one) && one.chainUnits === 0n && !one.row.isMoving);
  if (empty.length === 0) return [];
  const readings = await readFinalizedLamports(
    client,
    empty.map(({ row }) => toAddress(row.account)),
  );
  return empty.flatMap(({ row: { account, username } }) => {
    const lamports = chainSays(readings, account, 0n);
    return lamports > 0n ? [`  ${account}  ${username}  ${sayLamports(lamports)}`] : [];
  });
}

async function comparePage(
  db: Database,
  client: RpcClient,
  page: readonly TokenAddress[],
): Promise<Compared[]> {
  const compared = new Map<string, Compared>();
  let latest = await compare(client, page);
  for (let reading = 1; ; reading += 1) {
    for (const one of latest) compared.set(one.row.account, one);
    const open = latest.filter((one) => !agrees(one));
    if (open.length === 0 || reading === readings) break;
    await sleep(againMs);
    latest = await compareAgain(db, client, open);
  }
  return [...compared.values()];
}

async function compareAgain(
  db: Database,
  client: RpcClient,
  before: readonly Compared[],
): Promise<Compared[]> {
  const compared: Compared[] = [];
  const accounts = before.map(({ row }) => row.account);
  for await (const page of listTokenAddresses(db, { accounts }))
    compared.push(...(await compare(client, page)));
  return compared;
}

async function compare(client: RpcClient, page: readonly TokenAddress[]): Promise<Compared[]> {
  const accounts = page.map(({ account }) => toAddress(account));
  const readings = await readFinalizedUnits(client, accounts);
  return page.map((row) => ({
    row,
    chainUnits: chainSays(readings, row.account, row.inUnits - row.outUnits),
  }));
}

function agrees({ row: { inUnits, outUnits }, chainUnits }: Compared): boolean {
  return inUnits - outUnits === chainUnits;
}

function differs(one: Compared): boolean {
  return !agrees(one) && !one.row.isMoving;
}

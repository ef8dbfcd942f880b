import { setTimeout as sleep } from 'node:timers/promises';
import { address as toAddress } from '@solana/kit';
import { formatTokens } from '#contract/tokens.ts';
import type { Database } from '#server/postgres/database.ts';
import { listTokenAddresses, type TokenAddress } from '#server/postgres/token-address-list.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import { readTokenAccounts } from '#server/solana/token-account.ts';
import type { CommandContext } from './command.ts';
import { firstOf, sayCount } from './words.ts';

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
 * what the books say is there = what the finalized chain says. Returns how many differ. Says nothing where there are none.
 */
export async function reconcileTokens(
  db: Database,
  client: RpcClient,
  terminal: CommandContext['terminal'],
): Promise<number> {
  const totals = new Map<string, Totals>();
  const wrong: string[] = [];
  for await (const page of listTokenAddresses(db, {})) {
    const chain = await readPage(db, client, page);
    for (const { row, chainUnits } of chain) {
      const { token, inUnits, outUnits, account, username } = row;
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
        thereUnits: known.thereUnits + chainUnits,
        accounts: known.accounts + 1,
      });
      if (!agrees(row, chainUnits) && !row.isMoving) {
        const books = formatTokens(inUnits - outUnits, token);
        wrong.push(`  ${account}  ${username}  books ${books}, chain ${formatTokens(chainUnits, token)}`);
      }
    }
  }
  if (wrong.length > 0)
    terminal.print(`${sayCount(wrong.length, 'token account differs', 'token accounts differ')}:`);
  for (const line of firstOf(wrong, 1000)) terminal.print(line);
  for (const { token, inUnits, outUnits, thereUnits, accounts } of totals.values()) {
    const show = (units: bigint): string => formatTokens(units, token);
    terminal.print(
      `${token.symbol}: in ${show(inUnits)} = passed on ${show(outUnits)} + still there ${show(inUnits - outUnits)} by the books; the chain has ${show(thereUnits)}, final, in ${sayCount(accounts, 'account', 'accounts')}.`,
    );
  }
  return wrong.length;
}

async function readPage(db: Database, client: RpcClient, page: readonly TokenAddress[]) {
  const read = new Map<string, { row: TokenAddress; chainUnits: bigint }>();
  let open = page;
  for (let reading = 1; open.length > 0; reading += 1) {
    const { states } = await readTokenAccounts(
      client.patient.rpc,
      open.map(({ account }) => toAddress(account)),
      { commitment: 'finalized' },
    );
    open.forEach((row, index) => read.set(row.account, { row, chainUnits: states[index]?.units ?? 0n }));
    const differing = open.filter((row, index) => !agrees(row, states[index]?.units ?? 0n));
    if (differing.length === 0 || reading === readings) break;
    await sleep(againMs);
    open = [];
    for await (const again of listTokenAddresses(db, { accounts: differing.map(({ account }) => account) }))
      open = [...open, ...again];
  }
  return [...read.values()];
}

function agrees({ inUnits, outUnits }: TokenAddress, chainUnits: bigint): boolean {
  return inUnits - outUnits === chainUnits;
}

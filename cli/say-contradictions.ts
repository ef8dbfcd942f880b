import type { Address } from '@solana/kit';
import { readLamports } from '#server/solana/finalized-balances.ts';
import { mostAddresses } from '#server/solana/node-limits.ts';
import type { RpcClient } from '#server/solana/rpc-client.ts';
import type { Terminal } from './terminal.ts';
import { firstOf, sayCount, sayLamports } from './words.ts';

/** Who does not answer contradicts nobody. */
const unanswered = () => null;

/** Says of addresses that differ which node has what there, where nodes contradict each other. */
export async function sayContradictions(
  { each }: Pick<RpcClient, 'each'>,
  addresses: readonly Address[],
  terminal: Pick<Terminal, 'print'>,
): Promise<void> {
  if (each.length < 2 || addresses.length === 0) return;
  const asked = addresses.slice(0, mostAddresses);
  const told = await Promise.all(
    each.map(async ({ name, rpc }) => ({ name, held: await readLamports(rpc, asked, 0n).catch(unanswered) })),
  );
  const lines = asked.flatMap((address) => {
    const amounts = told.flatMap(({ name, held }) =>
      held === null ? [] : [{ name, lamports: held.get(address) ?? 0n }],
    );
    if (new Set(amounts.map(({ lamports }) => lamports)).size < 2) return [];
    return [
      `  ${address}  ${amounts.map(({ name, lamports }) => `${name}: ${sayLamports(lamports)}`).join(', ')}`,
    ];
  });
  if (lines.length === 0) return;
  terminal.print(`Nodes contradict each other on ${sayCount(lines.length, 'address', 'addresses')}:`);
  for (const line of firstOf(lines)) terminal.print(line);
  terminal.print(
    'Take the node that is wrong out of SOLANA_RPC_URL and restart the server: it then reads again by itself.',
  );
}

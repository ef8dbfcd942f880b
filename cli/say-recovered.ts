import { createRecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import type { FoundAddress } from '#server/solana/scan-addresses.ts';
import type { OpenedDatabase } from './open-database.ts';
import type { Terminal } from './terminal.ts';
import { firstOf, sayCount, sayLamports } from './words.ts';

/** Names the donations of which only the chain knew, and whose they are, so that their streamers can be told. */
export async function sayRecovered(
  { db }: OpenedDatabase,
  entered: readonly FoundAddress[],
  terminal: Pick<Terminal, 'print'>,
): Promise<void> {
  if (entered.length === 0) return;
  const streamers = await createRecoveryStore(db).listStreamers(entered.map(({ address }) => address));
  terminal.print(
    `Entered ${sayCount(entered.length, 'donation')} named "Recovered": who gave and what they wrote is lost, and no alert shows them.`,
  );
  const lines = entered.map(
    ({ address, lamports }) => `  ${address}  ${streamers.get(address)}  ${sayLamports(lamports)}`,
  );
  for (const line of firstOf(lines)) terminal.print(line);
}

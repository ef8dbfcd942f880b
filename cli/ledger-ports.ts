import { randomUUID } from 'node:crypto';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createHints } from '#server/postgres/connection/hints.ts';
import { findInstallation } from '#server/postgres/operator/installation.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createSweepStore } from '#server/postgres/money/sweep-store.ts';
import { createTokenStore } from '#server/postgres/money/token-store.ts';
import { createTokenSweepStore } from '#server/postgres/money/token-sweep-store.ts';
import { createTokenWatchStore } from '#server/postgres/money/token-watch-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { createTokenChain } from '#server/solana/token-chain.ts';
import { checkSameChain } from './check-same-chain.ts';
import type { CommandContext } from './command.ts';
import type { OpenedChain } from './open-chain.ts';
import type { OpenedDatabase } from './open-database.ts';

/** What recording and moving money needs of the world: the same parts as in the server. */
export type LedgerPorts = Pick<
  Ports,
  'donations' | 'streamers' | 'sweeps' | 'watches' | 'hints' | 'chain' | 'sweepChain' | 'tokens' | 'clock'
> & { log: Pick<Log, 'error'> };

/**
 * Puts the server's own ledger together for the time of a command. It gives out no new addresses. Throws `Refusal` where
 * the books are about another chain.
 */
export async function openLedger(
  context: CommandContext,
  { db, connectionString }: OpenedDatabase,
  opened: OpenedChain,
  vault: SigningVault,
): Promise<LedgerPorts> {
  await checkSameChain('The database', await findInstallation(db), opened);
  const { client, chain, sweepChainOf } = opened;
  const clock = { now: () => new Date() };
  // A wake-up call that is missed costs a second.
  const hints = createHints(connectionString, () => {});
  await hints.start();
  context.cleanUp.defer(() => hints.stop());
  return {
    donations: createDonationStore(db, clock, 0),
    streamers: createStreamerStore(db, clock),
    sweeps: createSweepStore(db),
    watches: createWatchStore(db, clock, randomUUID()),
    hints,
    chain,
    sweepChain: sweepChainOf(vault),
    tokens: {
      allowed: context.config.tokens,
      chain: await createTokenChain(client, vault),
      store: createTokenStore(db),
      watches: createTokenWatchStore(db, clock),
      sweeps: createTokenSweepStore(db),
      faucet: null,
    },
    clock,
    log: {
      error: (detail, message) => context.terminal.tell(`${message} ${JSON.stringify(detail)}`),
    },
  };
}

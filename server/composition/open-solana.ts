import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import { createSolana, type Solana } from '#server/solana/create-solana.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import type { Config } from '#server/settings/config.ts';
import type { Surroundings } from './surroundings.ts';

/** Opens keys and chain. A seed is made up only where there is none and `mayCreateSeed` allows it. */
export async function openSolana(
  config: Config,
  around: Surroundings,
  {
    signal,
    mayCreateSeed,
    meter,
    log,
  }: { signal: AbortSignal; mayCreateSeed: boolean; meter: Meter; log: Log },
): Promise<Solana> {
  const { words } = await loadOrCreateSeed({
    seedFile: config.seedFile,
    masterSeed: config.masterSeed ?? undefined,
    passphrase: config.seedPassphrase ?? undefined,
    mayCreate: mayCreateSeed,
  });
  return await createSolana({
    rpc: { urls: around.nodes.rpcUrls, limits: around.isSandbox ? null : config.nodeLimits, signal, meter },
    feed: { wsUrls: around.nodes.wsUrls, yellowstone: config.yellowstone, log },
    words,
  });
}

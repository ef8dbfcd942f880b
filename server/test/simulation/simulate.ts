import { Secret } from '#server/app/secret.ts';
import { createKeyVault, type SigningVault } from '#server/solana/key-vault.ts';
import { errorText } from './error-text.ts';
import { InvariantBroken } from './invariant-broken.ts';
import type { RunCounts } from './run-counts.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { SimulatedWorld } from './simulated-world.ts';
import { surround } from './take-over-globals.ts';

/** What came of one seed. */
export interface RunResult {
  seed: number;
  /** The rule that was broken; null when all went well. */
  failure: string | null;
  /** The last steps before the end, oldest first. */
  steps: readonly string[];
  /** Equal for two runs of the same seed on the same code. */
  digest: string;
  counts: RunCounts;
}

const words = new Secret(`${'abandon '.repeat(23)}art`);
/** After the last fault everything must be in order within this much virtual time: a sweep waits an hour at most. */
const restWithinMs = 75 * 60_000;
const checkEveryMs = 4000;
/** Ten times what the longest of thousands of runs took. */
const mostSteps = 60_000;
let vault: SigningVault | undefined;

/** Runs one seed on an empty database. Never throws for a fault of the product: that is a result. */
export async function simulate(
  database: SimulatedDatabase,
  seed: number,
  print: ((line: string) => void) | null = null,
): Promise<RunResult> {
  vault ??= await createKeyVault(words);
  await database.reset();
  const world = new SimulatedWorld(database, vault, seed, print);
  let failure: string | null = null;
  const onRejection = (error: unknown): void => {
    failure ??= `An error that nobody caught would have ended the process: ${errorText(error)}`;
  };
  process.on('unhandledRejection', onRejection);
  surround(world.surroundings);
  try {
    await world.open();
    failure ??= await live(world);
  } catch (error) {
    failure = error instanceof InvariantBroken ? error.message : errorText(error, true);
  } finally {
    surround(null);
    process.off('unhandledRejection', onRejection);
  }
  return {
    seed,
    failure: failure ?? world.failure,
    steps: world.trace.lines,
    digest: world.trace.digest(),
    counts: world.counts(),
  };
}

async function live(world: SimulatedWorld): Promise<string | null> {
  while (!world.isQuiet && world.failure === null) await world.step();
  world.calmDown();
  const restAt = world.nowMs + restWithinMs;
  let checkAt = world.nowMs + checkEveryMs;
  while (world.failure === null) {
    await world.step();
    if (world.steps > mostSteps) return 'It never comes to rest: some worker has always something to do';
    if (world.nowMs < checkAt) continue;
    const problems = world.problemsAtRest();
    if (problems.length === 0) return world.failure;
    if (world.nowMs > restAt) return `After 75 minutes without a fault: ${problems.join('; ')}`;
    checkAt = world.nowMs + checkEveryMs;
  }
  return world.failure;
}

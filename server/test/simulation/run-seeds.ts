import { startTestCluster } from '#server/test/cluster.ts';
import type { Mutant } from './mutant.ts';
import type { RunCounts } from './run-counts.ts';
import { type RunResult, simulate } from './simulate.ts';
import { SimulatedDatabase } from './simulated-database.ts';
import { machineNow, takeOverGlobals } from './take-over-globals.ts';

/** What to run. */
export interface SeedRange {
  from: number;
  seeds: number;
  /** A PostgreSQL server to use; null: one of our own. */
  server: string | null;
  isVerbose: boolean;
  /** Each seed twice, and compared. */
  isTwice: boolean;
  mutant: Mutant | null;
}

/** Runs seed after seed up to the first that breaks a rule, and tells what happened. False when one did. */
export async function runSeeds(range: SeedRange): Promise<boolean> {
  takeOverGlobals();
  const cluster = range.server === null ? await startTestCluster() : null;
  const server = range.server ?? cluster?.address.server ?? '';
  const database = await SimulatedDatabase.create(server, range.mutant?.sql);
  try {
    return await runAll(database, range);
  } finally {
    await database.close();
    await cluster?.remove();
  }
}

async function runAll(database: SimulatedDatabase, range: SeedRange): Promise<boolean> {
  const { from, seeds } = range;
  const beganAt = machineNow();
  const total: Partial<RunCounts> = {};
  const print = range.isVerbose ? (line: string): void => console.info(line) : null;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const result = await simulate(database, seed, print);
    for (const [name, count] of Object.entries(result.counts))
      total[name as keyof RunCounts] = (total[name as keyof RunCounts] ?? 0) + count;
    const again = range.isTwice ? await simulate(database, seed) : result;
    const failure = again.digest === result.digest ? result.failure : 'the seed did not replay exactly';
    if (failure !== null) {
      tellFailure(result, failure);
      return false;
    }
    const done = seed - from + 1;
    if (done % 50 === 0 || done === seeds)
      console.info(`${done} of ${seeds} seeds, ${((machineNow() - beganAt) / done).toFixed(0)} ms each`);
  }
  console.info(JSON.stringify({ from, seeds, ...total }));
  return true;
}

function tellFailure({ seed, steps }: RunResult, failure: string): void {
  console.info(`Seed ${seed} broke a rule. Its last steps:`);
  for (const step of steps) console.info(step);
  console.info(`\nSeed ${seed}: ${failure}\nAgain: npm run simulate -- --seeds 1 --from ${seed}`);
}

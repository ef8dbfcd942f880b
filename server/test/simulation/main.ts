import { parseArgs } from 'node:util';
import { startTestCluster } from '#server/test/cluster.ts';
import { type RunCounts, type RunResult, simulate } from './simulate.ts';
import { SimulatedDatabase } from './simulated-database.ts';
import { machineNow, takeOverGlobals } from './take-over-globals.ts';

const usage = `npm run simulate -- --seeds N --from FIRST [--verbose] [--twice]
  --seeds N        how many seeds (100)
  --from FIRST     the first of them (1)
  --verbose        print every step
  --twice          run each seed twice and compare
  --server URL     a PostgreSQL server to use instead of one of our own`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    server: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.info(usage);
} else {
  takeOverGlobals();
  const cluster = values.server === undefined ? await startTestCluster() : null;
  const database = await SimulatedDatabase.create(values.server ?? cluster?.address.server ?? '');
  try {
    const isFine = await runAll(database, Number(values.from), Number(values.seeds));
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await database.close();
    await cluster?.remove();
  }
}

async function runAll(database: SimulatedDatabase, from: number, seeds: number): Promise<boolean> {
  const beganAt = machineNow();
  const total: Partial<RunCounts> = {};
  const print = values.verbose ? (line: string): void => console.info(line) : null;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const result = await simulate(database, seed, print);
    for (const [name, count] of Object.entries(result.counts))
      total[name as keyof RunCounts] = (total[name as keyof RunCounts] ?? 0) + count;
    const again = values.twice ? await simulate(database, seed) : result;
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

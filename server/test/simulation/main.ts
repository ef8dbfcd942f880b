import { parseArgs } from 'node:util';
import { findMutant, mutants, patchOnLoad } from './mutants.ts';

const usage = `npm run simulate -- --seeds N --from FIRST [--verbose] [--twice]
  --seeds N        how many seeds (100)
  --from FIRST     the first of them (1)
  --verbose        print every step
  --twice          run each seed twice and compare
  --mutant NAME    break the product in that way first: ${mutants.map((mutant) => mutant.name).join(', ')}
  --server URL     a PostgreSQL server to use instead of one of our own`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    server: { type: 'string' },
    mutant: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const seeds = Number(values.seeds);
const areCounts = [from, seeds].every((count) => Number.isSafeInteger(count) && count > 0);
if (values.help || !areCounts) {
  console.info(usage);
  process.exitCode = areCounts ? 0 : 2;
} else {
  const mutant = values.mutant === undefined ? null : findMutant(values.mutant);
  if (mutant !== null) patchOnLoad(mutant);
  // Only now: what is loaded before the patches stays as it is.
  const { runSeeds } = await import('./run-seeds.ts');
  const isFine = await runSeeds({
    from,
    seeds,
    server: values.server ?? null,
    isVerbose: values.verbose,
    isTwice: values.twice,
    mutant,
  });
  process.exitCode = isFine ? 0 : 1;
}

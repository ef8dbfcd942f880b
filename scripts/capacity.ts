import { fileURLToPath } from 'node:url';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { addUp, unitCosts } from './capacity/add-up.ts';
import {
  assumptionNames,
  type Assumptions,
  assumptionTable,
  defaultAssumptions,
  flagOf,
} from './capacity/assumptions.ts';
import { readJsonFile } from './capacity/read-json-file.ts';
import { writeReport } from './capacity/report.ts';
import { simulateWeek } from './capacity/simulate-week.ts';
import { priceList, sizeUp } from './capacity/size-up.ts';

/** What `npm run bench -- unit-costs` keeps. */
const measuredCosts = z.object({
  measuredAt: z.string(),
  machine: z.string(),
  idle: z.object({ serverMs: z.number(), databaseMs: z.number(), rpcCalls: z.number() }),
  units: unitCosts,
});

const usualCosts = fileURLToPath(new URL('../bench/results/unit-costs.json', import.meta.url));

/** Simulates a week of a platform and says what it needs. */
async function main(): Promise<void> {
  const options: ParseArgsOptionsConfig = {
    help: { type: 'boolean' },
    prices: { type: 'string' },
    costs: { type: 'string' },
    ...Object.fromEntries(assumptionNames.map((name) => [flagOf(name), { type: 'string' as const }])),
  };
  const { values } = parseArgs({ options });
  if (values['help'] === true) return console.log(help());
  const assumed = readAssumptions(values);
  const measured = await readJsonFile('--costs', String(values['costs'] ?? usualCosts), measuredCosts);
  const prices =
    values['prices'] === undefined
      ? null
      : await readJsonFile('--prices', String(values['prices']), priceList);
  const startedAt = performance.now();
  const week = simulateWeek(assumed, (share) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${Math.round(share * 100)} % of the streamers`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const added = addUp(week, measured.units, assumed);
  const sizing = sizeUp(added, measured.idle, { assumed, prices });
  const costs = `measured ${measured.measuredAt.slice(0, 10)} on ${measured.machine}`;
  console.log(writeReport({ week, added, sizing }, { assumed, prices, measured: costs }));
  console.log(`\n(${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
}

function readAssumptions(values: Record<string, unknown>): Assumptions {
  const assumed = defaultAssumptions();
  for (const name of assumptionNames) {
    const text = values[flagOf(name)];
    if (typeof text !== 'string') continue;
    const value = Number(text.replaceAll(/[_,]/g, ''));
    if (!Number.isFinite(value) || value < 0)
      throw new Error(`--${flagOf(name)} must be a number, for example ${assumed[name]}.`);
    assumed[name] = value;
  }
  return assumed;
}

function help(): string {
  const flags = assumptionNames.map(
    (name) => `  --${flagOf(name)} ${assumptionTable[name][0]}\n      ${assumptionTable[name][1]}`,
  );
  return `Usage: npm run capacity -- --streamers 100000 [--prices FILE] [--costs FILE] [assumptions]

Simulates a week of a platform second by second and says what it needs, from the unit costs that were measured last
(npm run bench -- unit-costs). Prices are a JSON file: {"currency": "EUR", "machine": …, "databaseCore": …, "databaseGb": …,
"rpcMillionCalls": …, "trafficGb": …}, each for a month; without it there are quantities only.

Assumptions, with their defaults:
${flags.join('\n')}`;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { mutants } from './mutants.ts';
import { runSimulation } from './run-child.ts';

/** The slowest to be caught took 185 seeds. */
const mostSeeds = '500';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test.each(mutants.map((mutant) => mutant.name))('the simulation catches the mistake %s', async (name) => {
  const { code, output } = await runSimulation(
    database.connectionString,
    '--mutant',
    name,
    '--seeds',
    mostSeeds,
  );
  expect(output).toMatch(/^Seed \d+: /m);
  expect(code).toBe(1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { runSimulation } from './run-child.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  return await runSimulation(database.connectionString, ...args);
}

test(
  'no seed of 500 loses a lamport, a token or an alert, or breaks any other rule',
  { timeout: 2_400_000 },
  async () => {
    const halves = await Promise.all([
      run('--seeds', '250', '--from', '1'),
      run('--seeds', '250', '--from', '251'),
    ]);
    for (const { code, output } of halves) expect(code, output).toBe(0);
  },
);

test('a seed replays exactly', { timeout: 600_000 }, async () => {
  const { code, output } = await run('--seeds', '5', '--from', '9000', '--twice');
  expect(code, output).toBe(0);
});

test.each(['send-before-store', 'tokens-sent-before-stored'])(
  'the simulation can fail: bytes that are sent before they are stored (%s)',
  { timeout: 600_000 },
  async (mutant) => {
    const { code, output } = await run('--mutant', mutant, '--seeds', '5');
    expect(code).toBe(1);
    expect(output).toContain('bytes are stored before they are sent');
  },
);

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { nodeOptions } from './node-options.ts';

const fixture = fileURLToPath(new URL('../test/processes/memory-fixture.ts', import.meta.url));

/** Resident memory of a process that held 200 MB, let go of them and then had little to do, in MB. */
async function restOf(mode: 'returns' | 'keeps'): Promise<number> {
  const child = fork(fixture, [mode], { execArgv: [...nodeOptions] });
  onTestFinished(() => void child.kill());
  const [rest] = await once(child, 'message');
  return Number(rest);
}

test('what a process needed when it was busy is returned once it is quiet', async () => {
  const [returned, kept] = await Promise.all([restOf('returns'), restOf('keeps')]);
  // Without it nothing is returned as long as the process is looked at here; were it, nothing would be needed any more.
  expect(kept).toBeGreaterThan(200);
  expect(returned).toBeLessThan(150);
}, 60_000);

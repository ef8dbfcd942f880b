import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { nodeOptions } from './node-options.ts';

const fixture = fileURLToPath(new URL('test/memory-fixture.ts', import.meta.url));

/** Memory of a process that held 200 MB, let go of them and then had little to do, in MB. */
async function restOf(
  mode: 'returns' | 'keeps',
): Promise<{ resident: number; quietYoung: number; busyYoung: number }> {
  const child = fork(fixture, [mode], { execArgv: [...nodeOptions] });
  onTestFinished(() => void child.kill());
  const [rest] = await once(child, 'message');
  return rest;
}

test('what a process needed when it was busy is returned once it is quiet, and had again when it is busy', async () => {
  const [returned, kept] = await Promise.all([restOf('returns'), restOf('keeps')]);
  // Without it nothing is returned as long as the process is looked at here; were it, nothing would be needed any more.
  expect(kept.resident).toBeGreaterThan(200);
  expect(returned.resident).toBeLessThan(150);
  expect(returned.quietYoung).toBeLessThan(6);
  expect(returned.busyYoung).toBeGreaterThan(16);
}, 60_000);

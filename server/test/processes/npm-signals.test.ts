import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePorts } from '../../../bench/lib/free-ports.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Whether the sandbox answers at this port. */
async function answers(port: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
  const headers = { 'content-type': 'application/json' };
  return await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('whoever ends npm ends what it runs: a shell in between would die alone and leave it behind', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brava-npm-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { sandbox: port } = await findFreePorts();
  const npm = spawn('npm', ['run', '--silent', '--ignore-scripts', 'sandbox'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(npm, 'exit');
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing of it is left, as it should be.
    }
  });
  await vi.waitFor(async () => expect(await answers(port)).toBe(true), { timeout: 30_000 });
  npm.kill('SIGTERM');
  await ended;
  expect(await answers(port)).toBe(false);
});

test.each(['start', 'cluster', 'brava'])('npm run %s puts no shell in between either', async (name) => {
  const { default: manifest } = await import('../../../package.json', { with: { type: 'json' } });
  expect(Reflect.get(manifest.scripts, name)).toMatch(/^exec node /);
});

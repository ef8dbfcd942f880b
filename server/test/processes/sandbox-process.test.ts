import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandboxProcess } from '#server/process/sandbox-process.ts';
import { askSandbox } from '../../../cli/ask-sandbox.ts';
import { findFreePorts } from '../../../bench/lib/free-ports.ts';

/** Sends a signal to the chain of this process; one that is stopped answers nothing. */
function signalChain(signal: 'SIGSTOP' | 'SIGKILL'): void {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'sandbox/main'], {
    encoding: 'utf8',
  });
  process.kill(Number(stdout.trim()), signal);
}

/** A place for one chain, and what is to be ended of it. */
async function makePlace() {
  const dataDir = await mkdtemp(join(tmpdir(), 'brava-sandbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const closers: (() => Promise<void>)[] = [];
  const restarts: object[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (detail: object) => void restarts.push(detail),
  };
  const around = { log, defer: (close: () => Promise<void>) => void closers.push(close) };
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0)) await close();
  };
  onTestFinished(stop);
  const { sandbox: port } = await findFreePorts();
  return { place: { port, dataDir }, around, stop, restarts };
}

test('a chain that takes too long to get ready is ended, says so, and leaves its folder and port to the next', async () => {
  const { place, around } = await makePlace();
  await expect(startSandboxProcess({ ...place, readyWithinMs: 1 }, around)).rejects.toThrow(
    'did not get ready within 0.001 s',
  );
  await startSandboxProcess(place, around);
});

test('a chain that hangs is ended with the server, and leaves its folder and port to the next', async () => {
  const { place, around, stop } = await makePlace();
  await startSandboxProcess(place, around);
  signalChain('SIGSTOP');
  await stop();
  const { rpcUrl } = await startSandboxProcess(place, around);
  expect(await askSandbox(rpcUrl)).toBe('answers');
});

test('a chain that hangs while its server runs is ended and started anew', async () => {
  const { place, around } = await makePlace();
  const { rpcUrl } = await startSandboxProcess({ ...place, askEveryMs: 300 }, around);
  signalChain('SIGSTOP');
  await expect.poll(() => askSandbox(rpcUrl), { timeout: 30_000 }).toBe('answers');
}, 60_000);

test('a chain that cannot start again is tried ever more rarely, and answers once it can', async () => {
  const { place, around, restarts } = await makePlace();
  const { rpcUrl } = await startSandboxProcess(place, around);
  const folder = join(place.dataDir, 'sandbox');
  await rename(folder, join(place.dataDir, 'aside'));
  await writeFile(folder, 'no folder');
  signalChain('SIGKILL');
  await expect
    .poll(() => restarts, { timeout: 60_000 })
    .toEqual([
      { code: null, inSeconds: 0.5 },
      { code: null, inSeconds: 1 },
      { code: null, inSeconds: 2 },
    ]);
  await rm(folder);
  await rename(join(place.dataDir, 'aside'), folder);
  await expect.poll(() => askSandbox(rpcUrl), { timeout: 30_000 }).toBe('answers');
}, 100_000);

test('a chain that has stood is started again at once', async () => {
  const { place, around, restarts } = await makePlace();
  const { rpcUrl } = await startSandboxProcess({ ...place, standsAfterMs: 0 }, around);
  const atOnce = { code: null, inSeconds: 0.5 };
  signalChain('SIGKILL');
  await expect.poll(() => restarts).toEqual([atOnce]);
  await expect.poll(() => askSandbox(rpcUrl), { timeout: 30_000 }).toBe('answers');
  signalChain('SIGKILL');
  await expect.poll(() => restarts).toEqual([atOnce, atOnce]);
}, 60_000);

test('started by itself it keeps its chain where the settings of its folder say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { sandbox: port } = await findFreePorts();
  await writeFile(join(folder, '.env'), `DATA_DIR=elsewhere\nSANDBOX_PORT=${port}\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../sandbox/main.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString()).toContain(`RPC http://127.0.0.1:${port}`);
  expect(await readdir(folder)).toEqual(['.env', 'elsewhere']);
});

test('a chain that is still starting can be ended: nothing of it stays where the start of something else fails', async () => {
  const { place, around, stop } = await makePlace();
  const starting = startSandboxProcess(place, around);
  await Promise.all([stop(), expect(starting).rejects.toThrow('did not start')]);
  await startSandboxProcess(place, around);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandboxProcess } from '#server/sandbox-process.ts';
import { freePort } from './free-port.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a chain that takes too long to get ready is ended, says so, and leaves its folder and port to the next', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brava-sandbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const place = { port: await freePort(), dataDir };
  await expect(startSandboxProcess({ ...place, readyWithinMs: 1 }, log)).rejects.toThrow(
    'did not get ready within 0.001 s',
  );
  const sandbox = await startSandboxProcess(place, log);
  await sandbox.stop();
});

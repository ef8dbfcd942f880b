import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium, howToGetChromium } from './scripts/find-chromium.mjs';

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

// Playwright reads this file once more in every worker; what the first reading chose is handed on.
const folder = join(import.meta.dirname, 'test-results', 'e2e');
if (process.env['E2E_PORT'] === undefined) rmSync(folder, { recursive: true, force: true });
process.env['E2E_PORT'] ??= await freePort();
process.env['E2E_SANDBOX_PORT'] ??= await freePort();
const url = `http://localhost:${process.env['E2E_PORT']}`;

const executablePath = await findChromium();
if (executablePath === null) throw new Error(howToGetChromium);

/** Journeys through the whole product as `npm start` runs it: server, database, sandbox chain, Chromium. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  outputDir: join(folder, 'results'),
  use: {
    baseURL: url,
    launchOptions: {
      executablePath,
      // Sound as OBS plays it, and no request to the outside.
      args: [
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node server/main.ts',
    url: `${url}/api/config`,
    timeout: 60_000,
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env['E2E_PORT'],
      SANDBOX_PORT: process.env['E2E_SANDBOX_PORT'],
      DATA_DIR: join(folder, 'data'),
      SEED_FILE: join(folder, 'keys', 'seed'),
      LOG_LEVEL: 'warn',
    },
  },
});

import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { getChromium } from './scripts/find-chromium.mjs';

/** A port that is free together with the one after it, which the sandbox takes too. */
async function freePort(): Promise<string> {
  for (;;) {
    const port = await listenOnce(0);
    if (port !== null && (await listenOnce(port + 1)) !== null) return String(port);
  }
}

/** The port listened on for a moment; null when it is taken. */
async function listenOnce(wanted: number): Promise<number | null> {
  const server = createServer();
  const isTaken = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true));
    server.listen(wanted, '127.0.0.1', () => resolve(false));
  });
  if (isTaken) return null;
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const folder = join(import.meta.dirname, 'test-results', 'e2e');
// Playwright reads this file once more in every worker; what the first reading chose is handed on.
process.env['E2E_PORT'] ??= await freePort();
process.env['E2E_SANDBOX_PORT'] ??= await freePort();
const url = `http://localhost:${process.env['E2E_PORT']}`;

// The servers that journeys start have been compiled before: half of a start's work.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const executablePath = await getChromium();

/** What counts or measures over minutes, or beside a throttled processor: not beside another browser. */
const measuring = /(?:donate-weight|one-donation|overlay-cycles|overlay-endurance|overlay-sound)\.spec\.ts$/;

/** Journeys through the whole product as `npm start` runs it: server, database, sandbox chain, Chromium. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  // What is rejected or dismissed is sent after ten seconds.
  expect: { timeout: 20_000 },
  // Journeys wait more than they compute, each as streamers of its own: three at a time keep two cores busy.
  workers: 3,
  // What fails once on a busy machine is run again and named flaky; what is broken fails twice.
  retries: 1,
  projects: [
    { name: 'journeys', testIgnore: measuring },
    // After all others, one at a time. `--no-deps` runs them alone.
    { name: 'measuring', testMatch: measuring, workers: 1, dependencies: ['journeys'] },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  // The pictures are of every project.
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}',
  outputDir: join(folder, 'results'),
  use: {
    baseURL: url,
    launchOptions: {
      executablePath,
      // Sound as OBS plays it, and letters as wide as on phones: not each of whole pixels.
      args: ['--autoplay-policy=no-user-gesture-required', '--font-render-hinting=none'],
    },
    // Tracing takes a tenth of the time; what fails is run again, and that run is traced.
    trace: 'on-first-retry',
  },
  webServer: {
    // What an earlier run left goes here, once a run: knip reads this file too, while journeys may be under way.
    command: 'rm -rf "$DATA_DIR" "$SEED_FILE"* && exec node server/main.ts',
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

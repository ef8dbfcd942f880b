import { defineConfig } from 'vitest/config';

/** Unit tests beside the code, integration tests in server/test and sandbox: two files at a time on two cores. */
export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,cli,web,scripts}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    // What fails once on a busy machine is run again; what is broken fails twice.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['web/texts/load-english.ts'],
  },
});

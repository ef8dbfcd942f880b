import { defineConfig } from 'vitest/config';

/** What takes many minutes: `npm run test:long`. One file at a time, so that nothing else is measured along. */
export default defineConfig({
  test: {
    include: ['server/test/{faults,fuzz,media,simulation}/*.long.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    globalSetup: ['server/test/global-setup.ts'],
  },
});

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const takesMinutes = ({ moduleId }: TestSpecification): boolean =>
  /\/(?:simulation|three-servers)\.test\.ts$/.test(moduleId);

/** What takes minutes begins first: at the end everything would wait for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(takesMinutes), ...sorted.filter((file) => !takesMinutes(file))];
  }
}

// What tests start as processes of their own has been compiled before: half of a start's work.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Unit tests beside the code, integration tests in server/test and sandbox: three files at a time keep two cores busy. */
export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,cli,web,scripts}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 3,
    // Files share their process: what each would load and compile anew takes a third of all the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What fails once on a busy machine is run again; what is broken fails twice.
    retry: 1,
    testTimeout: 60_000,
    // A bound for what never comes, not for how fast it does.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    restoreMocks: true,
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['web/texts/load-english.ts'],
  },
});

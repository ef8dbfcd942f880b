import { test } from '@playwright/test';

/**
 * Opens something before the journeys of a file and stops it after the last one: `const server = forFile(startJourneyServer)`.
 * What is returned is empty until then: it is for journeys, and for hooks that come later in the file.
 */
export function forFile<T extends { stop(): Promise<void> }>(open: () => Promise<T>): T {
  const opened = {} as T;
  let started: T | undefined;
  test.beforeAll(async () => {
    started = await open();
    Object.assign(opened, started);
  });
  test.afterAll(() => started?.stop());
  return opened;
}

import { beforeAll } from 'vitest';

/**
 * Opens something before the tests of a file, and stops it after the last one: `const server = forFile(startTestServer)`.
 * What is returned has nothing in it before the tests, and before the `beforeAll` that follow.
 */
export function forFile<T extends { stop(): Promise<void> }>(open: () => Promise<T>): T {
  const opened = {} as T;
  beforeAll(async () => {
    Object.assign(opened, await open());
    return () => opened.stop();
  });
  return opened;
}

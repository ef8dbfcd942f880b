import { beforeAll } from 'vitest';

/**
 * Opens something before the tests of a file and stops it after the last one: `const server = forFile(startTestServer)`.
 * What is returned is empty until then: it is for tests, and for hooks that come later in the file.
 */
export function forFile<T extends { stop(): Promise<void> }>(open: () => Promise<T>): T {
  const opened = {} as T;
  beforeAll(async () => {
    Object.assign(opened, await open());
    return () => opened.stop();
  });
  return opened;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder that is removed, with all that is in it, when the clean-up runs. */
export async function makeTemporaryFolder(cleanUp: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

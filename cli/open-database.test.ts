import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { lockDataFolder } from '#server/postgres/embedded/data-folder-lock.ts';
import { checkBooks } from './check-books.ts';
import { openDatabaseOf } from './open-database.ts';
import type { Terminal } from './terminal.ts';

test.each([
  [
    {},
    /holds .*, but its PostgreSQL does not answer\. If that lasts, end process \d+ and start the server again/,
  ],
  [
    { exclusive: true },
    /needs the database for itself\. Nothing was changed\. Stop that one, and run this again\.$/,
  ],
])('a database that another process holds is told with what to do (%o)', async (wish, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-held-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'postgres', 'cluster'), { recursive: true });
  const lock = await lockDataFolder(join(folder, 'postgres'));
  onTestFinished(() => lock.release());
  await using cleanUp = new AsyncDisposableStack();
  const terminal = { tell() {} } as Partial<Terminal> as Terminal;
  // The command gives a server that just starts its time; here that time is over at once.
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1e9);
  onTestFinished(() => clock.mockRestore());

  const opening = openDatabaseOf({ config: readConfig({ DATA_DIR: folder }), terminal, cleanUp }, wish);
  const error: unknown = await opening.catch((cause: unknown) => cause);

  expect(error).toMatchObject({ name: 'Refusal', message: expect.stringMatching(sentence) });
  expect(error).toMatchObject({ message: expect.not.stringContaining('DATA_DIR') });
});

test('to doctor a database that does not answer is a problem, within seconds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-held-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'postgres', 'cluster'), { recursive: true });
  const lock = await lockDataFolder(join(folder, 'postgres'));
  onTestFinished(() => lock.release());
  await using cleanUp = new AsyncDisposableStack();
  const terminal = { tell() {} } as Partial<Terminal> as Terminal;
  const start = performance.now();
  const seed = { isMissing: false, fingerprint: null };
  const found = await checkBooks(
    { config: readConfig({ DATA_DIR: folder }), terminal, cleanUp },
    { seed, genesisHash: null },
  );
  expect(found).toEqual([
    {
      level: 'problem',
      what: 'The database does not answer',
      todo: expect.stringMatching(/end process \d+ and start the server again/),
    },
  ]);
  expect(performance.now() - start).toBeLessThan(10_000);
});

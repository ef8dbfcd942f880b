import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackupFolder } from './backup-folder.ts';

const module = new URL('./backup-folder.ts', import.meta.url).href;
/** Whom root's rights do not help. */
const nobody = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** False where the project lies below a folder that only root may enter. */
const canRun = spawnSync(process.execPath, ['--eval', `import('${module}')`], nobody).status === 0;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a file in place of the folder is told before the first back-up', async () => {
  const folder = join(await makeFolder(), 'backups');
  await writeFile(folder, '');
  await expect(openBackupFolder({ folder, mayCreate: false }, 0).assertThere()).rejects.toMatchObject({
    code: 'place_away',
    message: `The folder of back-ups ${folder} cannot be used: a file is in the way. Move it away, or choose another place.`,
  });
});

test.runIf(canRun)('a folder that cannot be written to is told before the first back-up', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o555);
  const look = `const { openBackupFolder } = await import('${module}');
    await openBackupFolder({ folder: '${folder}', mayCreate: false }, 0).assertThere();`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', look], nobody);
  expect(String(stderr)).toContain(`The folder of back-ups ${folder} cannot be used: this user may not.`);
  await chmod(folder, 0o777);
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', look], nobody).status).toBe(0);
});

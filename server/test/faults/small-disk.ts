import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of its own that can be filled to the last byte. */
export interface SmallDisk {
  folder: string;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Why no file system can be mounted here; null when one can. Root on Linux can, unless a container forbids it. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux has tmpfs';
  if (process.geteuid?.() !== 0) return 'only root may mount';
  const folder = mkdtempSync(join(tmpdir(), 'brava-mount-'));
  const { status, stderr } = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (status === 0) spawnSync('/bin/umount', [folder]);
  rmdirSync(folder);
  return status === 0 ? null : `mount says: ${String(stderr).trim()}`;
}

/** Mounts a tmpfs of so many megabytes. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'brava-disk-'));
  await run('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, 'a');
      const chunk = Buffer.alloc(65_536);
      try {
        for (
          let { bavail, bsize } = await statfs(folder);
          bavail > 0;
          { bavail, bsize } = await statfs(folder)
        )
          await file.write(chunk, 0, Math.min(chunk.length, bavail * bsize));
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => {
      await run('/bin/umount', [folder]);
      rmdirSync(folder);
    },
  };
}

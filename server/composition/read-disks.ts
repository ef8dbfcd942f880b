import { stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { DiskState } from '#server/app/operator-ports.ts';

/**
 * Reads how full the disks are on which these folders lie: each disk once, by the first folder on it. A folder that is
 * not there, or not ours to see, is left out.
 */
export async function readDisks(folders: readonly (string | null)[]): Promise<DiskState[]> {
  const byDevice = new Map<number, DiskState>();
  for (const folder of folders) {
    if (folder === null) continue;
    const seen = await look(folder).catch(() => null);
    if (seen !== null && !byDevice.has(seen.device)) byDevice.set(seen.device, seen.state);
  }
  return [...byDevice.values()];
}

async function look(folder: string): Promise<{ device: number; state: DiskState }> {
  const [{ dev }, disk] = await Promise.all([stat(folder), statfs(folder)]);
  const state = {
    name: `${hostname()}:${folder}`,
    freeBytes: disk.bavail * disk.bsize,
    totalBytes: disk.blocks * disk.bsize,
  };
  return { device: dev, state };
}

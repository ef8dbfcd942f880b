import { spawnSync } from 'node:child_process';
import { allocatorSettings } from '#server/process/node-options.ts';

/** What the container and the service set for their memory; null where the library is not there: the loader says so. */
export function serviceAllocator(): Readonly<Record<string, string>> | null {
  const { stderr } = spawnSync('true', { env: { ...process.env, ...allocatorSettings } });
  return String(stderr) === '' ? allocatorSettings : null;
}

/** The words of a report for it. */
export function describeAllocator(): string {
  return serviceAllocator() === null
    ? 'The servers use glibc’s allocator: libjemalloc2, with which the container and the service start, is missing here.'
    : 'The servers are started with jemalloc, as by the container and the service.';
}

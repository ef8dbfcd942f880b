import { writeFileSync } from 'node:fs';

/**
 * Loaded into a server that is measured (`node --expose-gc --import …`): at SIGUSR2 it collects garbage and writes what
 * the process then holds into the file that `MEMORY_PROBE_FILE` names.
 */
process.on('SIGUSR2', () => {
  const file = process.env['MEMORY_PROBE_FILE'];
  if (file === undefined || globalThis.gc === undefined) return;
  globalThis.gc();
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  writeFileSync(file, JSON.stringify(process.memoryUsage()));
});

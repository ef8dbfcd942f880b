import { writeFileSync } from 'node:fs';
import { openCollector } from '#server/process/open-collector.ts';

/**
 * Loaded into a server that is measured (`node --import …`): at SIGUSR2 it collects garbage and writes what the process
 * then holds into the file that `MEMORY_PROBE_FILE` names.
 */
const file = process.env['MEMORY_PROBE_FILE'];
if (file !== undefined) {
  const collect = openCollector();
  process.on('SIGUSR2', () => {
    collect();
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    writeFileSync(file, JSON.stringify(process.memoryUsage()));
  });
}

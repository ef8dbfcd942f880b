import { writeFileSync } from 'node:fs';
import { openCollector } from '#server/open-collector.ts';

/**
 * Loaded before a server: at SIGUSR2 it collects its garbage and writes what is left of the heap (bytes) into the file that
 * MEMORY_FILE names.
 */
const file = process.env['MEMORY_FILE'];
if (file !== undefined) {
  const collect = openCollector();
  process.on('SIGUSR2', () => {
    collect();
    collect();
    writeFileSync(file, String(process.memoryUsage().heapUsed));
  });
}

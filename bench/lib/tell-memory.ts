import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded before a server: at SIGUSR2 it collects its garbage and writes what is left of the heap (bytes) into the file that
 * MEMORY_FILE names.
 */
const file = process.env['MEMORY_FILE'];
if (file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collect();
    collect();
    writeFileSync(file, String(process.memoryUsage().heapUsed));
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { returnMemoryWhenQuiet } from '#server/process/return-memory.ts';

/** A process that was busy and is quiet now; tells its resident memory in MB, once it is small or after 15 s. */
const busy: unknown[] = [];
for (let index = 0; index < 1_500_000; index += 1) busy.push({ index, text: `busy ${index}`, list: [index] });
busy.length = 0;
if (process.argv[2] === 'returns') returnMemoryWhenQuiet(500);
const residentMb = (): number => process.memoryUsage.rss() / 1e6;
const deadline = performance.now() + 15_000;
while (residentMb() > 120 && performance.now() < deadline) await sleep(50);
process.send?.(residentMb());

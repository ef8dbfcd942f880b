import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { returnMemoryWhenQuiet } from '#server/return-memory.ts';

/**
 * A process that was busy and is quiet now. Tells in MB its resident memory, once it is small or after 15 s, and V8's
 * room for new objects after some more of them, made slowly and then at once.
 */
const busy: unknown[] = [];
for (let index = 0; index < 1_500_000; index += 1) busy.push({ index, text: `busy ${index}`, list: [index] });
busy.length = 0;
if (process.argv[2] === 'returns') returnMemoryWhenQuiet(6000);
const residentMb = (): number => process.memoryUsage.rss() / 1e6;
const youngMb = (): number =>
  getHeapSpaceStatistics().reduce(
    (sum, space) => sum + (space.space_name === 'new_space' ? space.space_size / 1e6 : 0),
    0,
  );
const deadline = performance.now() + 15_000;
while (residentMb() > 120 && performance.now() < deadline) await sleep(50);
const resident = residentMb();

/** One of ten survives for a while, as with a server. */
const kept: unknown[] = [];
let made = 0;
function makeObjects(count: number): void {
  for (const end = made + count; made < end; made += 1) {
    const object = { made, text: `${made}` };
    if (made % 10 === 0) kept[(made / 10) % 200_000] = object;
  }
}
for (let round = 0; round < 120; round += 1) {
  makeObjects(10_000);
  await sleep(50);
}
const quietYoung = youngMb();
while (youngMb() < 16 && performance.now() < deadline + 15_000) {
  makeObjects(200_000);
  await sleep(0);
}
process.send?.({ resident, quietYoung, busyYoung: youngMb() });

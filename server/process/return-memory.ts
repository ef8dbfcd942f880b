import { openCollector } from './open-collector.ts';

const usualEveryMs = 60_000;
/** Of a core, all threads together. What lies between is neither, so that nothing goes back and forth. */
const quietBelow = 0.15;
const busyAbove = 0.25;

/**
 * Has V8 return the memory of a busier time to the system once the process has little to do (docs/decisions/047).
 * Otherwise it keeps nearly all that its busiest time needed. To be called at the start, which counts as busy.
 */
export function returnMemoryWhenQuiet(everyMs = usualEveryMs): void {
  let lookedAt = performance.now();
  let usedBefore = process.cpuUsage();
  let wasBusy = true;
  const look = (): void => {
    const { user, system } = process.cpuUsage(usedBefore);
    const share = (user + system) / 1000 / (performance.now() - lookedAt);
    lookedAt = performance.now();
    usedBefore = process.cpuUsage();
    if (share > busyAbove) wasBusy = true;
    if (!wasBusy || share >= quietBelow) return;
    wasBusy = false;
    returnMemory();
  };
  setInterval(look, everyMs).unref();
}

/** Nothing else has V8 let go of the pages that it keeps empty: no usual collection, and no flag. */
function returnMemory(): void {
  openCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

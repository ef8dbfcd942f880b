import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const usualEveryMs = 60_000;
/** Of a core, on this process's own thread. */
const quietBelow = 0.05;

/**
 * Has V8 return the memory of busier times to the system while the process has little to do, and keep it again when there
 * is more (docs/decisions/047). Otherwise it keeps nearly all that its busiest time needed.
 */
export function returnMemoryWhenQuiet(everyMs = usualEveryMs): void {
  let before = performance.eventLoopUtilization();
  let wasQuiet = false;
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const isQuiet = performance.eventLoopUtilization(now, before).utilization < quietBelow;
    before = now;
    if (isQuiet === wasQuiet) return;
    wasQuiet = isQuiet;
    setFlagsFromString(isQuiet ? '--memory-saver-mode' : '--no-memory-saver-mode');
  };
  setInterval(look, everyMs).unref();
}

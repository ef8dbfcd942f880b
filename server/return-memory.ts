import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const usualEveryMs = 60_000;
/** Who becomes busy must not wait a minute for room. */
const momentsOfIt = 12;
/** Of a core, all threads together. What lies between is neither, so that nothing goes back and forth. */
const quietBelow = 0.15;
const busyAbove = 0.25;

/**
 * Has V8 return the memory of a busier time to the system once the process has little to do, and keep the room for new
 * objects small until it has more (docs/decisions/047). Otherwise it keeps nearly all that its busiest time needed. To
 * be called at the start, which counts as busy.
 */
export function returnMemoryWhenQuiet(everyMs = usualEveryMs): void {
  const shareOfMoment = meterUse();
  const shareOfMinute = meterUse();
  let wasBusy = true;
  const lookForWork = (): void => {
    if (shareOfMoment() > busyAbove) letYoungGrow(true);
  };
  const lookForRest = (): void => {
    const share = shareOfMinute();
    if (share > busyAbove) wasBusy = true;
    if (share >= quietBelow) return;
    if (wasBusy) returnMemory();
    wasBusy = false;
    letYoungGrow(false);
  };
  setInterval(lookForWork, everyMs / momentsOfIt).unref();
  setInterval(lookForRest, everyMs).unref();
}

/** Tells the share of a core that the process has used since it was last asked. */
function meterUse(): () => number {
  let askedAt = performance.now();
  let used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    const share = (user + system) / 1000 / (performance.now() - askedAt);
    askedAt = performance.now();
    used = process.cpuUsage();
    return share;
  };
}

/** Nothing else has V8 let go of the pages that it keeps empty: no usual collection, and no flag. */
function returnMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Whether V8 may double its room for new objects when much of it survives, which it does up to `nodeOptions`' bound. */
function letYoungGrow(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}

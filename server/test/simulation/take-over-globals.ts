import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { currentProcess } from './simulated-process.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What the product's code finds in place of the machine's clock and chance. */
export interface Surroundings {
  time: VirtualTime;
  random: SeededRandom;
}

const realNow = Date.now.bind(Date);
const realImmediate = setImmediate;
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
let around: Surroundings | null = null;
const cryptoUnderWay = new Set<Promise<unknown>>();
let cryptoQueue: Promise<unknown> = Promise.resolve();

/** Puts the surroundings of a run in place; null gives the machine's own back. */
export function surround(next: Surroundings | null): void {
  around = next;
}

/** The machine's own clock, for measuring. Milliseconds. */
export function machineNow(): number {
  return realNow();
}

/** Resolves once everything that can go on without an answer from outside has gone on. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => realImmediate(resolve));
  if (cryptoUnderWay.size > 0) await settle();
}

/**
 * Replaces, in this whole Node process, every source of time and chance that the product uses: the clock, timers,
 * `Math.random`, and the order in which WebCrypto answers. The product's own code stays as it is.
 */
export function takeOverGlobals(): void {
  globalThis.Date = virtualDate();
  performance.now = () => around?.time.nowMs ?? realNow();
  const { random } = Math;
  Math.random = () => around?.random.next() ?? random();
  AbortSignal.timeout = () => new AbortController().signal;
  takeOverTimers();
  for (const name of ['sign', 'verify', 'importKey', 'exportKey', 'digest'] as const) queueUp(name);
}

function virtualDate(): DateConstructor {
  const RealDate = Date;
  return new Proxy(RealDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [around?.time.nowMs ?? realNow()] : args,
        newTarget,
      ) as Date,
    get: (target, name) =>
      name === 'now' ? () => around?.time.nowMs ?? realNow() : (Reflect.get(target, name) as unknown),
  });
}

function takeOverTimers(): void {
  const realSleep = timersPromises.setTimeout;
  timersPromises.setTimeout = (async (delayMs = 1, value: unknown, options?: { signal?: AbortSignal }) => {
    const owner = currentProcess();
    if (around === null || owner === undefined) return await realSleep(delayMs, value, options);
    return await virtualSleep(around.time, delayMs, options?.signal).then(() => value);
  }) as typeof timersPromises.setTimeout;
  syncBuiltinESMExports();
  const handles = new WeakMap<object, () => void>();
  const start = (fire: () => void, delayMs: number, isRepeated: boolean): unknown => {
    const owner = currentProcess();
    if (around === null || owner === undefined) return realSetTimeout(fire, delayMs);
    const { time } = around;
    const handle = {};
    const go = (): void => {
      if (isRepeated) handles.set(handle, time.after(delayMs * Math.min(time.stretch, 2), go, owner));
      fire();
    };
    handles.set(handle, time.after(delayMs, go, owner));
    return handle;
  };
  const end = (handle: unknown): void => {
    const cancel = typeof handle === 'object' && handle !== null ? handles.get(handle) : undefined;
    if (cancel === undefined) realClearTimeout(handle as NodeJS.Timeout);
    else cancel();
  };
  const realSetInterval = globalThis.setInterval;
  globalThis.setTimeout = ((fire: () => void, delayMs = 1) =>
    start(fire, delayMs, false)) as typeof setTimeout;
  globalThis.setInterval = ((fire: () => void, delayMs = 1) =>
    currentProcess() === undefined
      ? realSetInterval(fire, delayMs)
      : start(fire, delayMs, true)) as typeof setInterval;
  globalThis.clearTimeout = end;
  globalThis.clearInterval = end;
}

async function virtualSleep(time: VirtualTime, delayMs: number, signal?: AbortSignal): Promise<void> {
  const owner = currentProcess();
  await new Promise<void>((resolve, reject) => {
    const cancel = time.after(delayMs * time.stretch, resolve, owner ?? null);
    signal?.addEventListener('abort', () => {
      cancel();
      reject(signal.reason as Error);
    });
  });
}

/** WebCrypto works on other threads: one call after the other, so that the order of the answers is always the same. */
function queueUp(name: 'sign' | 'verify' | 'importKey' | 'exportKey' | 'digest'): void {
  const real = SubtleCrypto.prototype[name] as (...args: unknown[]) => Promise<unknown>;
  const queued = async function (this: SubtleCrypto, ...args: unknown[]): Promise<unknown> {
    const answer = cryptoQueue.then(() => real.apply(this, args));
    cryptoUnderWay.add(answer);
    cryptoQueue = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      cryptoUnderWay.delete(answer);
    }
  };
  Object.defineProperty(SubtleCrypto.prototype, name, { value: queued, configurable: true, writable: true });
}

import { EventEmitter } from 'node:events';
import { openCollector } from '#server/process/open-collector.ts';
import { tightenListeners } from '#server/realtime/tighten-listeners.ts';

const collectGarbage = openCollector();
const listen = (): void => undefined;

/** Of one emitter with the listeners of a transport. */
function bytesOf(prepare: (emitter: EventEmitter) => void): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: 20_000 }, () => {
    const emitter = new EventEmitter();
    for (const name of ['error', 'ready', 'packet', 'drain', 'close']) emitter.on(name, listen);
    prepare(emitter);
    return emitter;
  });
  collectGarbage();
  return (process.memoryUsage().heapUsed - before) / kept.length;
}

// What was loaded before changes what listeners take: this is asked of a process of its own.
bytesOf(tightenListeners);
process.send?.({ tight: bytesOf(tightenListeners), loose: bytesOf(() => undefined) });

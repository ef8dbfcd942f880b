import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { openCollector } from '#server/open-collector.ts';
import { tightenListeners } from './tighten-listeners.ts';

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

test('who listens is heard as before, and listens and leaves as before', () => {
  const emitter = new EventEmitter();
  const heard: string[] = [];
  const note = (word: string) => () => void heard.push(word);
  const leaving = note('leaving');
  const symbol = Symbol('of a library');
  emitter
    .on('data', note('first'))
    .on('data', note('second'))
    .on('close', leaving)
    .on(symbol, note('symbol'));
  emitter.once('data', note('once'));
  tightenListeners(emitter);

  emitter.on('late', note('late'));
  for (const name of ['data', 'data', 'late', symbol, 'close']) emitter.emit(name);
  expect(heard).toEqual(['first', 'second', 'once', 'first', 'second', 'late', 'symbol', 'leaving']);

  emitter.off('close', leaving);
  expect(emitter.emit('close')).toBe(false);
  expect(new Set(emitter.eventNames())).toEqual(new Set(['data', 'late', symbol]));
  emitter.removeAllListeners();
  expect(emitter.emit('data')).toBe(false);
});

test('nobody listens to what objects have by themselves', () => {
  const emitter = new EventEmitter().on('data', listen);
  tightenListeners(emitter);
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect([name, emitter.listenerCount(name)]).toEqual([name, 0]);
    expect(emitter.emit(name)).toBe(false);
  }
  const late = vi.fn<() => void>();
  emitter.once('constructor', late);
  emitter.emit('constructor');
  expect(late).toHaveBeenCalledOnce();
});

test('it takes less than half the room', () => {
  bytesOf(tightenListeners);
  expect(bytesOf(tightenListeners)).toBeLessThan(bytesOf(() => undefined) / 2);
});

import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tightenListeners } from './tighten-listeners.ts';

const listen = (): void => undefined;

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

test('it takes less than half the room', async () => {
  const child = fork(fileURLToPath(new URL('../test/processes/listeners-fixture.ts', import.meta.url)));
  onTestFinished(() => void child.kill());
  const [{ tight, loose }] = (await once(child, 'message')) as [{ tight: number; loose: number }];
  expect(tight).toBeLessThan(loose / 2);
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ChangeHearing, createChangeHearing } from './change-hearing.ts';
import { createReadMemory, type ReadMemory, type Remembered } from './read-memory.ts';

let nowMs: number;
let hearing: ChangeHearing;
let memory: ReadMemory<string>;
let loads: number;
beforeEach(() => {
  nowMs = 1_000_000;
  loads = 0;
  hearing = createChangeHearing(() => nowMs);
  memory = createReadMemory(hearing, { most: 3, clock: { now: () => new Date(nowMs) } });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

const hear = (...rooms: string[]): void => hearing.beginRead()(rooms, true);
const load =
  (value: string, rooms: string[] = [], until: Date | null = null) =>
  async (): Promise<Remembered<string>> => {
    loads += 1;
    return { value, rooms, until };
  };

describe('what was read once', () => {
  test('is not read again while every change is heard', async () => {
    hear();
    expect(await memory.read('a', load('1', ['room']))).toBe('1');
    hear('elsewhere');
    expect(memory.read('a', load('2'))).toBe('1');
    expect(loads).toBe(1);
  });

  test('is read anew after a change of one of its rooms', async () => {
    hear();
    await memory.read('a', load('1', ['donation', 'streamer']));
    hear('streamer');
    expect(await memory.read('a', load('2', ['donation', 'streamer']))).toBe('2');
  });

  test('is not kept where a change was heard of between its reading and its keeping', async () => {
    hear();
    const { promise, resolve } = Promise.withResolvers<Remembered<string>>();
    const reading = memory.read('a', () => promise);
    hear('room');
    resolve({ value: 'old', rooms: ['room'], until: null });
    expect(await reading).toBe('old');
    expect(await memory.read('a', load('new', ['room']))).toBe('new');
  });

  test('is untrue by itself when its time is over', async () => {
    hear();
    await memory.read('a', load('clip', [], new Date(nowMs + 100)));
    nowMs += 99;
    expect(memory.read('a', load('none'))).toBe('clip');
    nowMs += 1;
    expect(await memory.read('a', load('none'))).toBe('none');
  });

  test('goes when nobody asks for it any more', async () => {
    hear();
    await memory.read('a', load('1', ['room']));
    await memory.read('b', load('1', ['room']));
    for (let second = 0; second < 130; second += 1) {
      nowMs += 1000;
      hear();
      await memory.read('a', load('2'));
    }
    expect(memory.size()).toBe(1);
    expect(loads).toBe(2);
  });
});

test('a look without reading finds what is certain, and nothing else', async () => {
  hear();
  await memory.read('a', load('1', ['room']));
  expect([memory.peek('a'), memory.peek('b')]).toEqual(['1', null]);
  hear('room');
  expect(memory.peek('a')).toBeNull();
  expect(loads).toBe(1);
});

test('a look without reading waits for the changes that are being read, and for nothing else', async () => {
  hear();
  await memory.read('a', load('1', ['room']));
  hearing.hinted();
  const [unchanged, unknown] = [memory.peek('a'), memory.peek('b')];
  expect(unknown).toBeNull();
  hear('elsewhere');
  expect(await unchanged).toBe('1');
  hearing.hinted();
  const changed = memory.peek('a');
  hear('room');
  expect(await changed).toBeNull();
  await memory.read('a', load('2', ['room']));
  nowMs += 3000;
  expect(await memory.peek('a')).toBeNull();
});

describe('a memory is bounded', () => {
  test('what was asked for longest ago makes room', async () => {
    hear();
    for (const key of ['a', 'b', 'c']) await memory.read(key, load(key));
    nowMs += 1500;
    hear();
    expect(memory.read('a', load('again'))).toBe('a');
    await memory.read('d', load('d'));
    expect(memory.size()).toBe(3);
    expect(memory.read('a', load('again'))).toBe('a');
    expect(await memory.read('b', load('again'))).toBe('again');
  });

  test('keys that do not exist are not remembered', async () => {
    hear();
    for (let key = 0; key < 50; key += 1) expect(await memory.read(`${key}`, async () => null)).toBeNull();
    expect(memory.size()).toBe(0);
  });
});

describe('memory is believed only while changes are heard', () => {
  test('before the first reading of events everything comes from the database', async () => {
    await memory.read('a', load('1'));
    expect(await memory.read('a', load('2'))).toBe('2');
  });

  test('two seconds without a reading: the database is asked, and its error is the answer', async () => {
    hear();
    await memory.read('a', load('1'));
    nowMs += 2000;
    await expect(memory.read('a', async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });

  test('after an interruption nothing from before is believed, nor what was being read meanwhile', async () => {
    hear();
    await memory.read('a', load('1'));
    const { promise, resolve } = Promise.withResolvers<Remembered<string>>();
    const reading = memory.read('b', () => promise);
    nowMs += 5000;
    hear();
    resolve({ value: 'before', rooms: [], until: null });
    await reading;
    expect(memory.size()).toBe(0);
    expect(await memory.read('a', load('2'))).toBe('2');
  });

  test('a reading that left something unread is no proof of hearing', async () => {
    hear();
    await memory.read('a', load('1'));
    nowMs += 1500;
    hearing.beginRead()([], false);
    nowMs += 600;
    expect(await memory.read('a', load('2'))).toBe('2');
  });

  test('a question after a wake-up call waits for the reading that it called for', async () => {
    hear();
    await memory.read('a', load('1', ['room']));
    const before = hearing.beginRead();
    hearing.hinted();
    const answer = memory.read('a', load('2', ['room']));
    before([], true);
    hear('room');
    expect(await answer).toBe('2');
  });

  test('where that reading does not end, the database is asked', async () => {
    hear();
    await memory.read('a', load('1'));
    hearing.hinted();
    expect(await memory.read('a', load('2'))).toBe('2');
  });
});

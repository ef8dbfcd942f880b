import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spokenMs, spokenText } from './spoken-text.ts';

/** Milliseconds of this thread's own work: of the clock it takes as long as whatever else runs lets it. */
function workMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const say = (message: string, donatorName = 'Ana') => spokenText({ donatorName, message }, 'en');

test.each([
  ['hello there', 'Ana. hello there'],
  ['look at https://evil.example/a?b=c now', 'Ana. look at link now'],
  ['twitch.tv/me and www.a.b', 'Ana. link and link'],
  ['nice 🔥🔥👩‍👩‍👧 stream 🇪🇸', 'Ana. nice stream'],
  ['aaaaaaaah!!!!!! nooooo', 'Ana. aah! noo'],
  ['go go go go go team', 'Ana. go go team'],
  ['Ha ha HA ha! fantastic fantastic fantastic', 'Ana. Ha Ha! fantastic fantastic'],
  ['you **** thing', 'Ana. you thing'],
  ['ｈｅｌｌｏ', 'Ana. hello'],
  ['well \u2065\u{e0080}\u034f\u1160 said', 'Ana. well said'],
  ['<speak><break time="99s"/></speak>', 'Ana. speak break time "99s"/ /speak'],
])('says %j as a person would', (message, said) => {
  expect(say(message)).toBe(said);
});

test('says nothing where there is nothing to say, and no name that is none', () => {
  for (const message of ['', '   ', '🔥', '****', '?!']) expect(say(message)).toBeNull();
  expect(say('hi', '🔥')).toBe('hi');
});

test('of whatever text is short, on one line, and quickly made', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc.string({ maxLength: 50 }),
      (message, name) => {
        const said = say(message, name) ?? 'x';
        expect(said.length).toBeLessThanOrEqual(300);
        expect(/[\p{Cc}\p{Cf}\p{DI}]/u.test(said)).toBe(false);
        expect(said.isWellFormed()).toBe(true);
      },
    ),
  );
  const longs = ['a '.repeat(250), 'ab'.repeat(250), 'www.'.repeat(125), `${'ab '.repeat(166)}x`];
  expect(workMs(() => longs.forEach((long) => say(long)))).toBeLessThan(200);
  expect(spokenMs('hello')).toBeLessThan(2000);
});

test('is made quickly also of signs that are several letters each', () => {
  const times = Array.from({ length: 5 }, () => workMs(() => say('\u3316'.repeat(500))));
  expect(Math.min(...times)).toBeLessThan(25);
});

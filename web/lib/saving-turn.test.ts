import { expect, test } from 'vitest';
import { inSavingTurn } from './saving-turn.ts';
import { sessionEvents } from './session-call.ts';

const never = new Promise<never>(() => undefined);

test('one save runs at a time, and what fails holds up none', async () => {
  const began: string[] = [];
  const first = Promise.withResolvers<string>();
  const save = (name: string, saved: Promise<string>) =>
    inSavingTurn(() => {
      began.push(name);
      return saved;
    });
  const [one, two] = [save('one', first.promise), save('two', Promise.resolve('saved'))];
  await expect.poll(() => began).toEqual(['one']);
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  await expect(two).resolves.toBe('saved');
  expect(began).toEqual(['one', 'two']);
});

test('a save whose answer nobody hears, because somebody else has signed in, holds up none of theirs', async () => {
  let hasBegun = false;
  void inSavingTurn(() => {
    hasBegun = true;
    return never;
  });
  await expect.poll(() => hasBegun).toBe(true);
  const next = inSavingTurn(async () => 'saved');
  sessionEvents.dispatchEvent(new Event('signed-in'));
  await expect(next).resolves.toBe('saved');
});

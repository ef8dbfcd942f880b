import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { readAfterChange } from './read-after-change.ts';

const queryKey = ['list'];

/** A page that shows what is read; each reading ends when it is told to. */
function openPage() {
  const readings: PromiseWithResolvers<string>[] = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = () => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  };
  const observer = new QueryObserver(queries, { queryKey, queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  const shown = () => observer.getCurrentResult().data;
  return { queries, readings, shown, end: (text: string) => readings.at(-1)?.resolve(text) };
}

it('changes while the first reading is under way are read behind it, once', async () => {
  const { queries, readings, shown, end } = openPage();
  readAfterChange(queries, queryKey);
  readAfterChange(queries, queryKey);
  end('before');
  await expect.poll(shown).toBe('before');
  await expect.poll(() => readings.length).toBe(2);
  end('after');
  await expect.poll(shown).toBe('after');
  expect(readings).toHaveLength(2);
});

it('a later reading that may be of before the change is never shown', async () => {
  const { queries, readings, shown, end } = openPage();
  end('first');
  await expect.poll(shown).toBe('first');
  readAfterChange(queries, queryKey);
  await expect.poll(() => readings.length).toBe(2);
  readAfterChange(queries, queryKey);
  await expect.poll(() => readings.length).toBe(3);
  readings[1]?.resolve('before');
  end('after');
  await expect.poll(shown).toBe('after');
});

it('a first reading that failed is followed as well', async () => {
  const { queries, readings, shown, end } = openPage();
  readAfterChange(queries, queryKey);
  readings[0]?.reject(new Error('The server is away'));
  await expect.poll(() => readings.length).toBe(2);
  end('after');
  await expect.poll(shown).toBe('after');
});

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

it('a change while the first reading is under way is read behind it', async () => {
  const { queries, readings, shown, end } = openPage();
  void readAfterChange(queries, queryKey);
  end('before');
  await expect.poll(shown).toBe('before');
  await expect.poll(() => readings.length).toBe(2);
  end('after');
  await expect.poll(shown).toBe('after');
});

it('changes during a reading cut it off never, and make one more', async () => {
  const { queries, readings, shown, end } = openPage();
  end('first');
  await expect.poll(shown).toBe('first');
  void readAfterChange(queries, queryKey);
  await expect.poll(() => readings.length).toBe(2);
  void readAfterChange(queries, queryKey);
  void readAfterChange(queries, queryKey);
  end('second');
  await expect.poll(shown).toBe('second');
  await expect.poll(() => readings.length).toBe(3);
  end('third');
  await expect.poll(shown).toBe('third');
  expect(readings).toHaveLength(3);
});

it('a reading that failed is followed as well', async () => {
  const { queries, readings, shown, end } = openPage();
  void readAfterChange(queries, queryKey);
  readings[0]?.reject(new Error('The server is away'));
  await expect.poll(() => readings.length).toBe(2);
  end('after');
  await expect.poll(shown).toBe('after');
});

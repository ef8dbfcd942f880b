import { expect, it } from 'vitest';
import { guardedStorage } from '#web/lib/guarded-storage.ts';
import { createDockToken, tokenInHash } from './dock-token.ts';

/** One that nothing outside of this file keeps. */
const storage = () =>
  guardedStorage(() => {
    throw new Error('There is no storage here.');
  });

it("is never kept under the session's own key", () => {
  const [tab, browser] = [storage(), storage()];
  createDockToken(tab, browser).set('abc');
  for (const place of [tab, browser])
    expect([place.getItem('dock-token'), place.getItem('token')]).toEqual(['abc', null]);
});

it('opened again without it, the browser still knows it; two tabs with two links stay apart', () => {
  const browser = storage();
  const first = createDockToken(storage(), browser);
  const second = createDockToken(storage(), browser);
  first.set('one');
  second.set('two');
  expect([first.get(), second.get()]).toEqual(['one', 'two']);
  expect(createDockToken(storage(), browser).get()).toBe('two');
  first.clear();
  expect(second.get()).toBe('two');
  expect(createDockToken(storage(), browser).get()).toBe('two');
  second.clear();
  expect(createDockToken(storage(), browser).get()).toBeNull();
});

it('reads a token from the fragment and nothing that is none', () => {
  expect(tokenInHash('#brava_abcDEF-123')).toBe('brava_abcDEF-123');
  expect(tokenInHash('')).toBeNull();
  expect(tokenInHash('#main')).toBeNull();
  expect(tokenInHash('#%E0%A4%A')).toBeNull();
  expect(tokenInHash('#<script>alert(1)</script>')).toBeNull();
});

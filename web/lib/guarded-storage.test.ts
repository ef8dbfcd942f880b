import { expect, it } from 'vitest';
import { guardedStorage, type KeptStorage } from './guarded-storage.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

it('what it is given is in the storage and nowhere else', () => {
  const own = storage();
  const guarded = guardedStorage(() => own);
  expect(guarded.setItem('a', 'one')).toBe(true);
  expect(own.kept.get('a')).toBe('one');
  own.kept.set('a', 'two');
  expect(guarded.getItem('a')).toBe('two');
  guarded.removeItem('a');
  expect([guarded.getItem('a'), own.kept.size]).toEqual([null, 0]);
});

it('where storage is blocked, it is kept for as long as the page is open', () => {
  const guarded = guardedStorage(refuse);
  expect(guarded.getItem('a')).toBeNull();
  expect(guarded.setItem('a', 'one')).toBe(false);
  expect(guarded.getItem('a')).toBe('one');
  guarded.removeItem('a');
  expect(guarded.getItem('a')).toBeNull();
});

it('where storage is full, the page goes by what it was given last', () => {
  const own = storage();
  const full: KeptStorage = { ...own, setItem: refuse };
  let current: KeptStorage = own;
  const guarded = guardedStorage(() => current);
  guarded.setItem('a', 'one');
  current = full;
  expect(guarded.setItem('a', 'two')).toBe(false);
  expect(guarded.getItem('a')).toBe('two');
  current = own;
  expect(guarded.setItem('a', 'three')).toBe(true);
  expect([guarded.getItem('a'), own.kept.get('a')]).toEqual(['three', 'three']);
});

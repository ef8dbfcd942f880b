import { expect, it } from 'vitest';
import { type ListView, readView, writeView } from './list-view.ts';

const start: ListView = { search: '', status: 'ALL', page: 1, size: 20 };

it('an address keeps search, status, page and size; what is as at the start is left out', () => {
  const view: ListView = { search: 'a&b= %', status: 'SHOWN', page: 3, size: 50 };
  expect(readView(new URLSearchParams(writeView(view).toString()))).toEqual(view);
  expect(writeView(start).size).toBe(0);
  expect(readView(new URLSearchParams())).toEqual(start);
});

it.each(['status=PAID', 'page=0', 'page=1.5', 'page=-2', 'page=x', 'page=1e9', 'size=7', 'size=-50'])(
  '%s in an address is as at the start',
  (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(start);
  },
);

it('a page of more than a hundred is one of a hundred', () => {
  expect(readView(new URLSearchParams('size=1000')).size).toBe(100);
});

it('never searches for more than the server takes', () => {
  expect(readView(new URLSearchParams({ search: 'x'.repeat(500) })).search).toHaveLength(200);
});

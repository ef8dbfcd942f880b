import { expect, it } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

/** An element that is of this kind and of no other. */
const element = (kind: string) => ({
  closest: (selector: string) => (selector.split(', ').includes(kind) ? {} : null),
});

const press = (key: string, more: object = {}) =>
  shortcutOf({
    key,
    repeat: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    defaultPrevented: false,
    target: element('body'),
    ...more,
  });

it('knows its keys in either case', () => {
  expect([' ', 's', 'R', 'm', 't'].map((key) => press(key))).toEqual([
    'pause',
    'skip',
    'replay',
    'mute',
    'test',
  ]);
  expect(press('x')).toBeNull();
});

it('is silent while somebody types or a dialog is open', () => {
  expect(press('s', { target: element('textarea') })).toBeNull();
  expect(press('m', { target: element('input:not([type=range])') })).toBeNull();
  expect(press('s', { target: element('dialog') })).toBeNull();
});

it('leaves the space bar to the control that has the focus, and other keys not', () => {
  expect(press(' ', { target: element('button') })).toBeNull();
  expect(press('s', { target: element('button') })).toBe('skip');
});

it("leaves the browser's own keys alone, and a key held down acts once", () => {
  expect(press('r', { ctrlKey: true })).toBeNull();
  expect(press('t', { metaKey: true })).toBeNull();
  expect(press('s', { repeat: true })).toBeNull();
});

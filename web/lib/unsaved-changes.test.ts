import { expect, it } from 'vitest';
import { isChanged, touched, touchedOverNow } from './unsaved-changes.ts';

const saved = { words: ['darn'], amount: '', on: false };

it('a form with the saved values is not changed, in whatever order its fields stand', () => {
  expect(isChanged({ on: false, amount: '', words: ['darn'] }, saved)).toBe(false);
});

it('one other value, one more item of a list or one emptied field is a change', () => {
  expect(isChanged({ ...saved, on: true }, saved)).toBe(true);
  expect(isChanged({ ...saved, words: ['darn', 'heck'] }, saved)).toBe(true);
  expect(isChanged(saved, { ...saved, amount: '0.1' })).toBe(true);
});

it('a form stands for what was touched in it, over what is saved now', () => {
  const current = { ...saved, amount: '0.4' };
  expect(touched(current, saved)).toEqual({ amount: '0.4' });
  const now = { words: ['darn', 'heck'], amount: '', on: true };
  expect(touchedOverNow(current, saved, now)).toEqual({ words: ['darn', 'heck'], amount: '0.4', on: true });
  expect(touchedOverNow(saved, saved, now)).toEqual(now);
});

it('a field that what is saved does not have stays out of the form until it is touched, and keeps what came since', () => {
  const older: Partial<typeof saved> = { words: ['darn'], amount: '' };
  expect(touchedOverNow(older, older, { ...saved, on: true })).toEqual({ ...saved, on: true });
  expect(touchedOverNow({ ...saved, on: true }, { ...saved, on: true }, older)).toEqual(older);
  expect(touchedOverNow({ ...older, on: true }, older, older)).toEqual({ ...older, on: true });
  expect(isChanged(older, saved)).toBe(true);
});

it('a field that was emptied, or that another tab has changed too, is as it is in the form', () => {
  const now = { words: ['heck'], amount: '0.2', on: true };
  expect(touchedOverNow({ ...saved, words: [] }, saved, now)).toEqual({ words: [], amount: '0.2', on: true });
  expect(touchedOverNow({ ...saved, amount: '0.4' }, saved, now).amount).toBe('0.4');
});

import { expect, test } from 'vitest';
import { goalFormOf, previewGoal, readGoal } from './widget-form.ts';

const stored = { title: 'New camera', target: 10, offset: 0.1 };

test('a stored goal is read back as it was, small amounts without an exponent', () => {
  for (const goal of [stored, { title: '', target: 0.001, offset: 0.0000001 }]) {
    expect(readGoal(goalFormOf(goal))).toEqual({ goal });
  }
  expect(goalFormOf({ ...stored, offset: 0.0000001 }).offset).toBe('0.0000001');
});

test('an empty offset is none, a comma is a point, spaces do not matter', () => {
  expect(readGoal({ title: ' Mic ', target: ' 2,5 ', offset: '' })).toEqual({
    goal: { title: 'Mic', target: 2.5, offset: 0 },
  });
});

test('a comma that may be for thousands is refused, not read as one', () => {
  expect(readGoal({ title: '', target: '1,000', offset: '20,500' })).toEqual({
    errors: {
      target: 'Please enter 0.001 to 1000000 SOL',
      offset: 'Please enter 0 to 1000000 SOL, or leave it empty',
    },
  });
});

test('what is no goal is refused at its field', () => {
  expect(readGoal({ title: 'x'.repeat(61), target: '', offset: '-1' })).toEqual({
    errors: {
      title: 'The title must be at most 60 characters',
      target: 'Please enter 0.001 to 1000000 SOL',
      offset: 'Please enter 0 to 1000000 SOL, or leave it empty',
    },
  });
});

test('the preview follows what is typed, exactly, and keeps the stored goal while it cannot be read', () => {
  const state = { title: 'New camera', target: 10, raised: 0.3, since: '' };
  const form = { title: 'Mic', target: '4', offset: '0.2' };
  expect(previewGoal(form, stored, state)).toEqual({ title: 'Mic', target: 4, offset: 0.2, raised: 0.4 });
  expect(previewGoal({ ...form, target: '' }, stored, state)).toMatchObject({
    title: 'Mic',
    target: 10,
    raised: 0.3,
  });
});

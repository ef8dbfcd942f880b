import { expect, it } from 'vitest';
import { safeGradient } from './gradient.ts';

it.each([
  'linear-gradient(135deg, rgb(34 197 94 / 60%), #000)',
  'radial-gradient(circle at 20% 10%, hsl(120deg 50% 50% / 0.5), oklch(0.4 0.1 150 / 80%) calc(100% / 3))',
  'repeating-conic-gradient(red 0deg, blue 30deg), linear-gradient(rgb(0 0 0/.4), transparent)',
  'linear-gradient(\n\tred,\r\n\tblue\n)',
])('%s is nothing but gradients', (gradient) => {
  expect(safeGradient(` ${gradient} `)).toBe(gradient);
});

it.each([
  'linear-gradient(red, blue) / cover',
  'linear-gradient(red, blue) 0 / 10px',
  'linear-gradient(red, blue)/**/',
  'linear-gradient(red, /**/ blue)',
  'linear-gradient(red /* ), blue)',
  'linear-gradient(red, blue), //example.org/x',
  'linear-gradient(red, //example.org/x)',
  'linear-gradient(u/**/rl(x), blue)',
  '/linear-gradient(red, blue)',
])('%s is more than that', (text) => {
  expect(safeGradient(text)).toBeNull();
});

it('control characters and halves of characters are no part of a gradient', () => {
  const texts = ['\0', '\u001b', '\u0085\u009f', '\ud83d', '\ude00'].map(
    (odd) => `linear-gradient(red${odd}, blue)`,
  );
  expect(texts.map(safeGradient)).toEqual(texts.map(() => null));
});

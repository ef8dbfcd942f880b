import { expect, it } from 'vitest';
import { gradientTypes } from '#contract/gradient.ts';
import { defaultCustomization } from '#web/ui/card-style.ts';
import { setLanguage } from '#web/texts/language.ts';
import { ratioText, weakestText } from './text-contrast.ts';

const on = (background: string, nameColor = '#22c55e') =>
  weakestText({ ...defaultCustomization, gradientType: 'custom', background, nameColor });

it('every preset is easy to read with the default colours', () => {
  for (const gradientType of gradientTypes) {
    const weakest = weakestText({ ...defaultCustomization, gradientType });
    expect(weakest?.ratio, gradientType).toBeGreaterThanOrEqual(4.5);
  }
});

it('names the weakest text where the ground is worst for it', () => {
  expect(on('linear-gradient(90deg, #000, #ffffff)', '#000000')?.ratio).toBe(1);
  expect(on('linear-gradient(90deg, #000000, #111111)', '#222222')?.text).toBe('name');
});

it('says nothing where the colours cannot be read', () => {
  expect(on('linear-gradient(90deg, red, #000000)')).toBeNull();
  expect(on('linear-gradient(90deg, rgb(1 2 3), #000000)')).toBeNull();
  expect(on('linear-gradient(90deg, #00000080, #000000)')).toBeNull();
  expect(on('radial-gradient(circle at 50% 0%, #101010, #000 40px)')).not.toBeNull();
});

it('never rounds up to a ratio that is not reached', () => {
  expect(ratioText(4.49)).toBe('4.4');
  expect(ratioText(4.5)).toBe('4.5');
});

it('a ratio is written as the language of the page writes numbers', () => {
  setLanguage('es');
  expect(ratioText(7.89)).toBe('7,8');
  setLanguage('en');
});

import { describe, expect, test } from 'vitest';
import { type GradientType, gradientTypes } from '#contract/gradient.ts';
import { defaultCustomization, paintCard } from './card-style.ts';
import { luminance } from './mix-color.ts';

/** The look's numbers with the default green: background, two lights of the ring, the ring's dark colour. */
const look: Record<Exclude<GradientType, 'rainbow'>, [string, string, string, string]> = {
  none: ['none', '#22c55e', '#18733a', '#114224'],
  subtle: ['linear-gradient(160deg, #0e2818, #0b0f0d)', '#22c55e', '#64d68e', '#124625'],
  // The look's second light is the hand-picked #bbf7d0; the tint that follows any primary is one step of blue off.
  vibrant: [
    'linear-gradient(135deg, #124927 0%, #0e2517 55%, #101a16 100%)',
    '#22c55e',
    '#bbf7d1',
    '#176a36',
  ],
  neon: [
    'radial-gradient(120% 140% at 0% 0%, #12081f, #050509 60%, #050509)',
    '#22d3ee',
    '#e879f9',
    '#2a1a3d',
  ],
  sunset: ['linear-gradient(150deg, #4a1432, #3a1030 45%, #1d0f2e)', '#fb923c', '#f472b6', '#6b2140'],
  ocean: ['linear-gradient(165deg, #053345, #062a44 50%, #071a33)', '#38bdf8', '#2dd4bf', '#0b4a66'],
  galaxy: [
    'radial-gradient(110% 160% at 85% 0%, #24104a, #0d1033 55%, #0a0a1f)',
    '#a78bfa',
    '#60a5fa',
    '#2f1d66',
  ],
  fire: ['linear-gradient(0deg, #43120a, #2a0b08 55%, #1a0707)', '#f97316', '#facc15', '#6b1d0c'],
  aurora: ['linear-gradient(120deg, #04231f, #0b2a3a 50%, #1c1440)', '#34d399', '#a78bfa', '#12453f'],
  metallic: [
    'linear-gradient(125deg, #1c2026 0%, #343a43 38%, #20252c 52%, #14171c 100%)',
    '#f1f5f9',
    '#94a3b8',
    '#3b424c',
  ],
  custom: ['linear-gradient(160deg, #0e2818, #0b0f0d)', '#22c55e', '#f472b6', '#234236'],
};

const primaries = ['#ffffff', '#fef08a', '#67e8f9', '#f472b6', '#ef4444', '#1d4ed8', '#000000', '#22c55e'];
/** Of the style sheet, below every gradient. */
const solidGround = '#121815';
const textColors = [
  defaultCustomization.nameColor,
  defaultCustomization.messageColor,
  defaultCustomization.amountColor,
];

describe('the paint of a card', () => {
  test.each(Object.entries(look))('%s is as the look has it', (gradientType, [background, a, b, ring]) => {
    const paint = paintCard({ ...defaultCustomization, gradientType: gradientType as GradientType });
    expect(paint.background).toBe(background);
    expect(paint.ring).toBe(ring);
    expect(paint.cone).toBe(
      `conic-gradient(${ring} 0deg, ${a} 60deg, ${a} 84deg, ${ring} 150deg, ${ring} 186deg, ${b} 250deg, ${b} 272deg, ${ring} 340deg)`,
    );
  });

  test('rainbow is as the look has it', () => {
    expect(paintCard({ ...defaultCustomization, gradientType: 'rainbow' })).toMatchObject({
      background: 'linear-gradient(100deg, #3a0d1f, #33200a, #0d2b1a, #0b2340, #240f40)',
      cone: 'conic-gradient(#f43f5e, #facc15, #22c55e, #3b82f6, #a855f7, #f43f5e)',
      ring: '#1f2937',
    });
  });

  test('follows the primary colour in none, subtle, vibrant and custom, and in no other preset', () => {
    const following = gradientTypes.filter((gradientType) => {
      const style = { ...defaultCustomization, gradientType };
      return paintCard(style).cone !== paintCard({ ...style, cardColor: '#3b82f6' }).cone;
    });
    expect(following).toEqual(['none', 'subtle', 'vibrant', 'custom']);
  });

  test.each(primaries)('keeps 4.5:1 for the default text colours on a ground made of %s', (cardColor) => {
    for (const gradientType of ['subtle', 'vibrant'] as const) {
      const { background } = paintCard({ ...defaultCustomization, gradientType, cardColor });
      for (const ground of background.match(/#[0-9a-f]{6}/g) ?? []) {
        for (const text of textColors) {
          const ratio = (luminance(text) + 0.05) / (luminance(ground) + 0.05);
          expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  test.each(gradientTypes)('keeps 4.5:1 for the default text colours on the ground of %s', (gradientType) => {
    const { background } = paintCard({ ...defaultCustomization, gradientType });
    for (const ground of background.match(/#[0-9a-f]{6}/g) ?? [solidGround]) {
      for (const text of textColors) {
        const ratio = (luminance(text) + 0.05) / (luminance(ground) + 0.05);
        expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('takes a background of the streamer over every preset', () => {
    const background = 'linear-gradient(90deg, #111111, #222222)';
    for (const gradientType of gradientTypes) {
      expect(paintCard({ ...defaultCustomization, gradientType, background }).background).toBe(background);
    }
  });

  test('takes a custom gradient only where the type is custom', () => {
    const customGradient = 'radial-gradient(140% 180% at 0% 100%, #102a2e, #3b1230)';
    const custom = { ...defaultCustomization, gradientType: 'custom', customGradient } as const;
    expect(paintCard(custom).background).toBe(customGradient);
    expect(paintCard({ ...custom, gradientType: 'fire' }).background).toBe(look.fire[0]);
  });

  test.each([
    'url(https://example.org/x.png)',
    'var(--x)',
    'red; color: red',
    'linear-gradient(red, url(x))',
  ])('never paints %s', (unsafe) => {
    const style = { ...defaultCustomization, gradientType: 'custom', customGradient: unsafe } as const;
    expect(paintCard({ ...style, background: unsafe }).background).toBe(look.custom[0]);
  });

  test.each(['plaid', 'constructor', ''])('paints a type that does not exist (%j) as none', (unknown) => {
    const style = { ...defaultCustomization, gradientType: unknown as GradientType };
    expect(paintCard(style)).toEqual(paintCard(defaultCustomization));
  });

  test('replaces colours that are none by their defaults, the name colour by the primary one', () => {
    const paint = paintCard({
      ...defaultCustomization,
      cardColor: '#3B82F6',
      nameColor: '',
      messageColor: 'url(x)',
      amountColor: 'red',
    });
    expect(paint).toMatchObject({ name: '#3b82f6', message: '#e5e7eb', amount: '#fbbf24' });
    expect(paintCard({ ...defaultCustomization, cardColor: 'javascript:' })).toEqual(
      paintCard(defaultCustomization),
    );
  });
});

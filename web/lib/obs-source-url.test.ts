import { expect, it } from 'vitest';
import { obsSourceUrl } from './obs-source-url.ts';

it('carries name and size as OBS reads them, without plus signs', () => {
  expect(obsSourceUrl('https://brava.example/widget/abc')).toBe(
    'https://brava.example/widget/abc?layer-name=Brava%20alerts&layer-width=400&layer-height=600',
  );
  expect(obsSourceUrl('https://brava.example/widget/abc?x=1')).toContain('?x=1&layer-name=');
});

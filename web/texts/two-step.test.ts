import { expect, it } from 'vitest';
import type { Leaf } from './flatten-texts.ts';
import { languagePairs } from './language-pairs.ts';

const about = (texts: Leaf[] = []): string[] =>
  texts.filter(({ path }) => ['twoStep.lead', 'twoStep.off.effect'].includes(path)).map(({ text }) => text);

it('says of two-step protection that withdrawals ask for the code, and do without it once it is off', async () => {
  const pair = (await languagePairs()).find(({ file }) => file === 'settings/two-step.ts');
  const [english, spanish] = [expect.stringContaining('withdrawals'), expect.stringContaining('retiros')];
  expect(about(pair?.english)).toEqual([english, english]);
  expect(about(pair?.spanish)).toEqual([spanish, spanish]);
});

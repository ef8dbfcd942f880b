import { expect, it } from 'vitest';
import type { AlertSettings } from '#contract/moderation.ts';
import { readRules, readWords, rulesOf } from './alert-rules.ts';

const settings: AlertSettings = {
  approveFirst: true,
  holdsLinks: true,
  holdsClips: false,
  holdsNewDonors: true,
  holdsLongMessages: false,
  showsHeldAfterMinutes: 5,
  wordAction: 'hold',
  wordLists: ['en', 'es'],
  ownWords: ['spoiler', 'the ending'],
  allowedWords: ['heck'],
  clipMinimumAmount: 0.05,
  stacksCards: false,
  showsFiat: false,
};

it('what was saved comes back as it was', () => {
  expect(readRules(rulesOf(settings))).toEqual({ body: settings });
  const all = { ...settings, clipMinimumAmount: null };
  expect(readRules(rulesOf(all))).toEqual({ body: all });
});

it('what an older server does not say is not sent back, so that it stays as it is', () => {
  const { holdsLinks: _, holdsNewDonors: __, showsHeldAfterMinutes: ___, ...older } = settings;
  expect(readRules(rulesOf(older))).toEqual({ body: older });
});

it('reads words by line and comma, without empty and repeated ones', () => {
  expect(readWords(' a \n\nb, c ,\nB')).toEqual(['a', 'B', 'c']);
  expect(readWords('')).toEqual([]);
});

it('says at the field what is wrong', () => {
  const rules = rulesOf(settings);
  expect(readRules({ ...rules, ownWords: 'x'.repeat(61) })).toEqual({
    errors: { ownWords: 'A word must be at most 60 characters' },
  });
  for (const clipMinimumAmount of ['0', '101', 'abc']) {
    expect(readRules({ ...rules, clipMinimumAmount })).toEqual({
      errors: { clipMinimumAmount: 'Please enter 0.002 to 100 SOL, or leave it empty' },
    });
  }
  expect(readRules({ ...rules, clipMinimumAmount: '0,05' })).toEqual({ body: settings });
});

import { describe, expect, test } from 'vitest';
import { type AlertSettings, isModerated } from '#contract/moderation.ts';
import { defaultAlertSettings, judgeDonation } from './judge-donation.ts';

const plain = { donatorName: 'Ana', message: 'hello', hasClip: false, isOfNewDonor: false };
const judge = (donation: Partial<typeof plain>, settings: Partial<AlertSettings>) =>
  judgeDonation({ ...plain, ...donation }, { ...defaultAlertSettings, ...settings });

describe('what a streamer has held', () => {
  test('is nothing at first, whatever a donation is', () => {
    const all = { message: `www.example.com ${'a'.repeat(300)}`, hasClip: true, isOfNewDonor: true };
    expect(judge(all, {})).toEqual({ heldFor: [], isMasked: false, foundWords: [] });
  });

  test('is held by its own switch and by no other', () => {
    const cases: [keyof AlertSettings, string, Partial<typeof plain>][] = [
      ['approveFirst', 'every', {}],
      ['holdsLinks', 'link', { message: 'see example.com' }],
      ['holdsLinks', 'link', { donatorName: 'example.com' }],
      ['holdsClips', 'clip', { hasClip: true }],
      ['holdsNewDonors', 'newDonor', { isOfNewDonor: true }],
      ['holdsLongMessages', 'longMessage', { message: 'a'.repeat(201) }],
    ];
    for (const [hold, why, donation] of cases) {
      expect(judge(donation, { [hold]: true }).heldFor, why).toEqual([why]);
      expect(isModerated({ ...defaultAlertSettings, [hold]: true }), why).toBe(true);
      expect(judge({}, { [hold]: true }).heldFor, why).toEqual(hold === 'approveFirst' ? ['every'] : []);
    }
    expect(judge({ message: 'a'.repeat(200) }, { holdsLongMessages: true }).heldFor).toEqual([]);
    expect(isModerated(defaultAlertSettings)).toBe(false);
  });

  test('is masked as well where a list found a word, and held for it only where the streamer wants that', () => {
    const words = { message: 'tomato at example.com' };
    const found = { isMasked: true, foundWords: ['tomato'] };
    expect(judge(words, { holdsLinks: true, ownWords: ['tomato'] })).toEqual({ heldFor: ['link'], ...found });
    expect(judge(words, { holdsLinks: true, ownWords: ['tomato'], wordAction: 'hold' })).toEqual({
      heldFor: ['word', 'link'],
      isMasked: false,
      foundWords: ['tomato'],
    });
  });
});

import type { AlertSettings } from '#contract/moderation.ts';
import { findListed, maskWords } from './mask-text.ts';

/** What is decided about an alert when its payment comes. */
export interface Verdict {
  /** It waits until somebody approves it. */
  isHeld: boolean;
  isMasked: boolean;
  /** Words of the lists, as they stand there, each once. */
  foundWords: string[];
}

/** What a donor wrote. */
export interface Words {
  donatorName: string;
  message: string;
}

/** Settings of a streamer who has changed none: everything is shown as it was written. */
export const defaultAlertSettings: AlertSettings = {
  approveFirst: false,
  wordAction: 'mask',
  wordLists: [],
  ownWords: [],
  allowedWords: [],
  clipMinimumAmount: null,
  stacksCards: false,
  showsFiat: false,
};

/**
 * What the streamer's settings say of a donation.
 *
 * | approve first | words found | action | verdict |
 * |---|---|---|---|
 * | no | no | any | shown as it is |
 * | no | yes | mask | shown masked |
 * | no | yes | hold | held |
 * | yes | no | any | held |
 * | yes | yes | mask | held, masked when approved unless somebody says otherwise |
 * | yes | yes | hold | held |
 */
export function judgeDonation(
  { donatorName, message }: Words,
  settings: Pick<AlertSettings, 'approveFirst' | 'wordAction' | 'wordLists' | 'ownWords' | 'allowedWords'>,
): Verdict {
  const found = [donatorName, message].flatMap((text) => findListed(text, settings));
  const foundWords = [...new Set(found.map(({ word }) => word))];
  const isFound = foundWords.length > 0;
  return {
    isHeld: settings.approveFirst || (isFound && settings.wordAction === 'hold'),
    isMasked: isFound && settings.wordAction === 'mask',
    foundWords,
  };
}

/** Whether donors are told that what they write may be held or masked. */
export function isModerated(
  settings: Pick<AlertSettings, 'approveFirst' | 'wordLists' | 'ownWords'>,
): boolean {
  return settings.approveFirst || settings.wordLists.length > 0 || settings.ownWords.length > 0;
}

/** The name of a donor that is not to be shown. */
const nameLeftOut = 'Anonymous';

/**
 * What is shown of a masked donation: the found words are starred out. Where a person had it masked and no list found
 * anything, only they know what is wrong with it: name and message are left out.
 */
export function maskDonation({ donatorName, message }: Words, foundWords: readonly string[]): Words {
  if (foundWords.length === 0) return { donatorName: nameLeftOut, message: '' };
  return { donatorName: maskWords(donatorName, foundWords), message: maskWords(message, foundWords) };
}

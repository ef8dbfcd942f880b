import {
  type AlertSettings,
  type HoldReason,
  holdReasons,
  longMessageLetters,
} from '#contract/moderation.ts';
import { hasLink } from './has-link.ts';
import { findListedInBoth, maskBoth, type WordSettings } from './mask-text.ts';

/** What is decided about an alert when its payment comes. */
export interface Verdict {
  /** Why it waits until somebody approves it; empty: it does not. */
  heldFor: HoldReason[];
  isMasked: boolean;
  /** Words of the lists, as they stand there, each once. */
  foundWords: string[];
}

/** What a donor wrote. */
export interface Words {
  donatorName: string;
  message: string;
}

/** What is judged of a donation. */
interface Judged extends Words {
  hasClip: boolean;
  /** None of the wallets that paid it has paid anything yet that was shown with its text. */
  isOfNewDonor: boolean;
}

/** Settings of a streamer who has changed none: everything is shown as it was written. */
export const defaultAlertSettings: AlertSettings = {
  approveFirst: false,
  holdsLinks: false,
  holdsClips: false,
  holdsNewDonors: false,
  holdsLongMessages: false,
  showsHeldAfterMinutes: null,
  wordAction: 'mask',
  wordLists: [],
  ownWords: [],
  allowedWords: [],
  clipMinimumAmount: null,
  stacksCards: false,
  showsFiat: false,
};

/** What of a streamer's settings holds alerts, whatever else they say. */
type Holds = Pick<
  AlertSettings,
  'approveFirst' | 'holdsLinks' | 'holdsClips' | 'holdsNewDonors' | 'holdsLongMessages'
>;

/**
 * What the streamer's settings say of a donation.
 *
 * | held for anything | words found | action | verdict |
 * |---|---|---|---|
 * | no | no | any | shown as it is |
 * | no | yes | mask | shown masked |
 * | any | yes | hold | held, for the word too |
 * | yes | no | any | held |
 * | yes | yes | mask | held, masked when approved unless somebody says otherwise |
 */
export function judgeDonation(
  donation: Judged,
  settings: Holds & WordSettings & Pick<AlertSettings, 'wordAction'>,
): Verdict {
  const texts = [donation.donatorName, donation.message];
  const foundWords = findListedInBoth([donation.donatorName, donation.message], settings);
  const isFound = foundWords.length > 0;
  const holds: Record<HoldReason, boolean> = {
    every: settings.approveFirst,
    word: isFound && settings.wordAction === 'hold',
    link: settings.holdsLinks && texts.some(hasLink),
    clip: settings.holdsClips && donation.hasClip,
    newDonor: settings.holdsNewDonors && donation.isOfNewDonor,
    longMessage: settings.holdsLongMessages && donation.message.length > longMessageLetters,
  };
  return {
    heldFor: holdReasons.filter((reason) => holds[reason]),
    isMasked: isFound && settings.wordAction === 'mask',
    foundWords,
  };
}

/** The name of a donor that is not to be shown. */
const nameLeftOut = 'Anonymous';

/**
 * What is shown of a masked donation: the found words are starred out. Where a person had it masked and no list found
 * anything, only they know what is wrong with it: name and message are left out.
 */
export function maskDonation(words: Words, foundWords: readonly string[]): Words {
  if (foundWords.length === 0) return { donatorName: nameLeftOut, message: '' };
  const [donatorName, message] = maskBoth([words.donatorName, words.message], foundWords);
  return { donatorName, message };
}

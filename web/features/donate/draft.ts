import type { PublicDonation } from '#contract/donation.ts';
import { tabStorage } from '#web/lib/guarded-storage.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { UploadedAudio } from '#web/lib/upload.ts';
import type { DonorWords } from './donor-words.ts';
import { type DonorWishes, isWithoutWishes, noWishes, wishesOf } from './donor-wishes.ts';

/** What a donor has typed and uploaded, as it outlives a reload of the page. */
export interface Draft {
  words: DonorWords;
  wishes: DonorWishes;
  clip: UploadedAudio | null;
  /** When the clip was uploaded, in milliseconds since 1970 by the server's clock. */
  clipAtMs: number;
  /** There was a clip which did not come along: it belongs to a donation, or the server has deleted it. */
  isClipGone: boolean;
}

/** An unclaimed clip lives for an hour on the server; a little less, so that nobody is offered one about to go. */
const clipLivesMs = 57 * 60_000;

/** The name of a donor who gave none (spec §5). */
export const anonymous = 'Anonymous';

/** A form that nobody has touched. */
export const emptyDraft: Draft = {
  words: { donatorName: '', message: '' },
  wishes: noWishes,
  clip: null,
  clipAtMs: 0,
  isClipGone: false,
};

/**
 * The draft of a link's form in this tab, or what that form was left with, without a clip that the server has deleted
 * meanwhile. Session storage belongs to one tab and ends with it, so no other tab and no later visitor reads it.
 */
export function readDraft(linkCode: string, left: Partial<Draft> | null): Draft {
  const text = tabStorage.getItem(keyOf(linkCode));
  try {
    const kept = text === null ? (left ?? emptyDraft) : (JSON.parse(text) as Partial<Draft>);
    const { words, wishes, clip, clipAtMs, isClipGone } = kept;
    const isAlive = clipAtMs !== undefined && serverNow() < clipAtMs + clipLivesMs;
    return {
      ...emptyDraft,
      ...(words && { words }),
      // A draft of the version before knows nothing of tokens.
      ...(wishes && { wishes: { ...noWishes, ...wishes } }),
      ...(clip && isAlive && { clip, clipAtMs }),
      isClipGone: clip ? !isAlive : isClipGone === true,
    };
  } catch (error) {
    console.info('What was typed before could not be read.', error);
    return emptyDraft;
  }
}

/** Keeps a draft; one without anything in it is removed. Where storage is blocked, it lives as long as the page. */
export function keepDraft(linkCode: string, draft: Draft): void {
  const { words, wishes, clip, isClipGone } = draft;
  const isBlank = words.donatorName === '' && words.message === '';
  const isEmpty = isBlank && clip === null && !isClipGone && isWithoutWishes(wishes);
  if (isEmpty) tabStorage.removeItem(keyOf(linkCode));
  else tabStorage.setItem(keyOf(linkCode), JSON.stringify(draft));
}

/** Words and wishes of a donation that nobody paid, for another attempt; its clip belongs to it and is not used again. */
export function wordsAgain(donation: PublicDonation): Draft {
  const words = { donatorName: typedName(donation), message: donation.message };
  return { ...emptyDraft, words, wishes: wishesOf(donation), isClipGone: donation.hasAudio };
}

/** Who gave, and what of it others may see, for the next donation of the same donor. */
export function nameAgain(donation: PublicDonation): Draft {
  const { hidesName, hidesAmount } = donation;
  const words = { ...emptyDraft.words, donatorName: typedName(donation) };
  return { ...emptyDraft, words, wishes: { ...noWishes, hidesName, hidesAmount } };
}

function typedName({ donatorName }: PublicDonation): string {
  return donatorName === anonymous ? '' : donatorName;
}

function keyOf(linkCode: string): string {
  return `donation-draft:${linkCode}`;
}

import { Problem } from '#contract/problem.ts';
import type { DonationDraft, DraftToken } from '#server/app/ports.ts';
import type { ClaimedClip } from './claim-clips.ts';

/** A streamer who takes donations, by one of their links. */
export interface OpenLink {
  userId: string;
  keyUser: number;
  /** Where the next address of theirs stands. */
  nextIndex: number;
  minLamports: bigint;
  /** Of the tokens that they take; empty where no draft asks for any. */
  tokenMinimums: ReadonlyMap<string, bigint>;
}

/** What drafts are judged by, all of it held by locks. */
export interface Standing {
  /** By link code. */
  links: ReadonlyMap<string, OpenLink>;
  /** How many open donations there are: by streamer, and by creator. */
  openOfLink: ReadonlyMap<string, number>;
  openOfCreator: ReadonlyMap<string, number>;
  /** Clips that may still be taken. */
  freeClips: ReadonlySet<string>;
  /** Clips that whoever asks again for the same donation takes along. */
  claimedClips: readonly ClaimedClip[];
}

/** A draft that becomes a donation, with its key index. */
export interface Admitted {
  draft: DonationDraft;
  link: OpenLink;
  keyIndex: number;
  /** From which amount on it is paid in its token; null: it is paid in SOL. */
  minimumUnits: bigint | null;
}

/**
 * Decides on drafts in their order, as if each came alone: one that is admitted counts for those behind it, one that is
 * refused uses up neither place nor index nor clip. A clip is of the last that asks for the same donation: the answer to
 * those before it may have been lost. The answer has the order of the drafts.
 */
export function admitDrafts(drafts: readonly DonationDraft[], standing: Standing): (Admitted | Problem)[] {
  const ofLink = new Map(standing.openOfLink);
  const ofCreator = new Map(standing.openOfCreator);
  const freeClips = new Set(standing.freeClips);
  const claimed = new Map(standing.claimedClips.map((clip) => [clip.name, clip]));
  const issued = new Map<string, number>();
  return drafts.map((draft) => {
    const { linkCode, creator, caps, clipName, askedLamports, token } = draft;
    const link = standing.links.get(linkCode);
    if (link === undefined) return new Problem('invalid_link_code');
    if (askedLamports !== null && askedLamports < link.minLamports)
      return new Problem('amount_below_minimum');
    const minimumUnits = token === null ? null : tokenMinimum(link, token);
    if (minimumUnits instanceof Problem) return minimumUnits;
    const isFull =
      countOf(ofLink, link.userId) >= caps.perLink || countOf(ofCreator, creator) >= caps.perCreator;
    if (isFull) return new Problem('too_many_open_donations');
    if (clipName !== null) {
      const claim = claimOf(clipName, draft, link);
      if (!freeClips.delete(clipName) && !isSame(claimed.get(clipName), claim))
        return new Problem('clip_not_found');
      claimed.set(clipName, claim);
    }
    addOne(ofLink, link.userId);
    addOne(ofCreator, creator);
    const keyIndex = link.nextIndex + countOf(issued, link.userId);
    addOne(issued, link.userId);
    return { draft, link, keyIndex, minimumUnits };
  });
}

function claimOf(
  name: string,
  { creator, donatorName, message }: DonationDraft,
  { userId }: OpenLink,
): ClaimedClip {
  return { name, userId, creator, donatorName, message };
}

/**
 * The same donation once more. The name of a clip is told to its donor and to who gets the donation; the rest keeps others
 * behind the same address from taking it, and another donation of the same donor's.
 */
function isSame(before: ClaimedClip | undefined, now: ClaimedClip): boolean {
  return (
    before !== undefined &&
    before.userId === now.userId &&
    before.creator === now.creator &&
    before.donatorName === now.donatorName &&
    before.message === now.message
  );
}

/** The streamer's own, or the operator's where that is higher by now. */
function tokenMinimum(
  { tokenMinimums }: OpenLink,
  { mint, minimumUnits: least, askedUnits }: DraftToken,
): bigint | Problem {
  const chosen = tokenMinimums.get(mint);
  if (chosen === undefined) return new Problem('token_not_accepted');
  const minimum = chosen > least ? chosen : least;
  return askedUnits !== null && askedUnits < minimum ? new Problem('amount_below_minimum') : minimum;
}

function countOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0;
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, countOf(counts, key) + 1);
}

import { Problem } from '#contract/problem.ts';
import type { DonationDraft, DraftToken } from '#server/app/ports.ts';

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
 * refused uses up neither place nor index nor clip. The answer has the order of the drafts.
 */
export function admitDrafts(drafts: readonly DonationDraft[], standing: Standing): (Admitted | Problem)[] {
  const ofLink = new Map(standing.openOfLink);
  const ofCreator = new Map(standing.openOfCreator);
  const freeClips = new Set(standing.freeClips);
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
    if (clipName !== null && !freeClips.delete(clipName)) return new Problem('clip_not_found');
    addOne(ofLink, link.userId);
    addOne(ofCreator, creator);
    const keyIndex = link.nextIndex + countOf(issued, link.userId);
    addOne(issued, link.userId);
    return { draft, link, keyIndex, minimumUnits };
  });
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

import { browserStorage } from '#web/lib/guarded-storage.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** As long as a stream and the morning after it. */
const keptMs = 24 * 3_600_000;

/** Within which a donor may still be about to pay the donation before. */
const earlierMs = 30 * 60_000;

/**
 * Keeps which donation was made last for a link in this browser, and the one made shortly before that was not seen paid. Apps that open links in
 * themselves close them with everything that was on the page, its address too: somebody who paid comes back by the streamer's
 * link.
 */
export function keepLastDonation(linkCode: string, id: string): void {
  const before = readKept(linkCode);
  const mayBePaidYet =
    before !== null &&
    serverNow() < before.atMs + earlierMs &&
    browserStorage.getItem(paidKeyOf(linkCode)) !== before.id;
  browserStorage.setItem(keyOf(linkCode), [serverNow(), id, ...(mayBePaidYet ? [before.id] : [])].join(' '));
}

/** Keeps that this browser has shown a donation for paid: nobody looks for its payment any more. */
export function keepPaidDonation(linkCode: string, id: string): void {
  browserStorage.setItem(paidKeyOf(linkCode), id);
}

/** The id of the donation that was made last for a link in this browser; null for none within a day. */
export function lastDonation(linkCode: string): string | null {
  return readKept(linkCode)?.id ?? null;
}

/** The id of the donation that was made shortly before this one, where this one is the last; else null. */
export function donationBefore(linkCode: string, id: string): string | null {
  const kept = readKept(linkCode);
  return kept?.id === id ? kept.before : null;
}

function readKept(linkCode: string): { atMs: number; id: string; before: string | null } | null {
  const [at, id, before = null] = browserStorage.getItem(keyOf(linkCode))?.split(' ') ?? [];
  if (id === undefined) return null;
  if (serverNow() < Number(at) + keptMs) return { atMs: Number(at), id, before };
  browserStorage.removeItem(keyOf(linkCode));
  return null;
}

function keyOf(linkCode: string): string {
  return `last-donation:${linkCode}`;
}

function paidKeyOf(linkCode: string): string {
  return `paid-donation:${linkCode}`;
}

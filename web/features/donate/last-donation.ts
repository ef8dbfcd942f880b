import { browserStorage } from '#web/lib/guarded-storage.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** As long as a stream and the morning after it. */
const keptMs = 24 * 3_600_000;

/**
 * Keeps which donation was made last for a link in this browser. Apps that open links in themselves close them with
 * everything that was on the page, its address too: somebody who paid comes back by the streamer's link.
 */
export function keepLastDonation(linkCode: string, id: string): void {
  browserStorage.setItem(keyOf(linkCode), `${serverNow()} ${id}`);
}

/** The id of the donation that was made last for a link in this browser; null for none within a day. */
export function lastDonation(linkCode: string): string | null {
  const [atMs, id] = browserStorage.getItem(keyOf(linkCode))?.split(' ') ?? [];
  if (id === undefined) return null;
  if (serverNow() < Number(atMs) + keptMs) return id;
  browserStorage.removeItem(keyOf(linkCode));
  return null;
}

function keyOf(linkCode: string): string {
  return `last-donation:${linkCode}`;
}

/** The way to the first donation, in the order of its list. */
export const readySteps = ['overlay', 'test', 'link', 'donation'] as const;
type ReadyStep = (typeof readySteps)[number];

/** Where on the dashboard a step is taken, by the id of a part; the last one is the donors'. */
export const placeOfStep: Record<ReadyStep, string> = {
  overlay: 'obs-guide',
  test: 'on-air',
  link: 'donation-link',
  donation: 'donation-link',
};

/** What is known of a streamer's way. */
interface Known {
  overlay: { connected: number; lastShownAt: string | null };
  totalDonations: number;
  /** What this browser saw itself. */
  kept: ReadonlySet<string>;
}

/**
 * Which steps have been taken.
 *
 * The server tells of overlays, alerts and donations. Only this browser knows that the link was copied or opened, that an
 * overlay was open before it showed anything, and that an alert was on stream, whatever became of it: of the test, that of a
 * donation proves as much. A donation proves the link as well.
 */
export function stepsTaken({ overlay, totalDonations, kept }: Known): Record<ReadyStep, boolean> {
  const wasShown = overlay.lastShownAt !== null;
  return {
    overlay: overlay.connected > 0 || wasShown || kept.has('overlay'),
    test: wasShown || kept.has('test'),
    link: totalDonations > 0 || kept.has('link'),
    donation: totalDonations > 0,
  };
}

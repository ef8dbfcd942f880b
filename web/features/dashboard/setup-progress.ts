/** What the server knows of the overlay, as far as set-up is concerned. */
interface Seen {
  connected: number;
  lastShownAt: string | null;
}

/** Steps of the guide in the order of its list. */
export const setupSteps = [
  'Open OBS Studio',
  'Add a Browser Source',
  'Paste the widget URL',
  'Set width 400 and height 600',
  'Position it in your scene',
] as const;

/**
 * How many steps are done, as far as can be told from here.
 *
 * An overlay that has connected proves the first three; size and place count as done once an alert was on stream.
 */
export function stepsDone(presence: Seen | null): number {
  if (presence === null) return 0;
  if (presence.lastShownAt !== null) return setupSteps.length;
  return presence.connected > 0 ? 3 : 0;
}

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

/** How far the set-up is. */
interface SetupProgress {
  /** Steps that are ticked. Size and place are never: nobody but the streamer sees them. */
  done: number;
  /** A word or two on the whole. */
  summary: string;
  /** What to do next, or null before anything was seen. */
  advice: string | null;
}

/**
 * What can be told from here: an open overlay proves the first three steps, an alert that was shown proves that it works.
 * An alert of earlier proves nothing once no overlay is open: the widget link may be another one since.
 */
export function setupProgress(presence: Seen | null): SetupProgress {
  const open = presence !== null && presence.connected > 0;
  const shown = presence !== null && presence.lastShownAt !== null;
  if (open) {
    return {
      done: 3,
      summary: shown ? 'Overlay works' : wordsFor(3),
      advice: shown
        ? 'Your overlay is open and has shown alerts. Look in OBS whether its size and place are right.'
        : 'Your overlay is open. Send a test alert to see it in your scene.',
    };
  }
  if (!shown) return { done: 0, summary: wordsFor(0), advice: null };
  return {
    done: 0,
    summary: 'No overlay open',
    advice: 'Alerts were shown before. Open OBS; if you replaced the widget link, paste the new one.',
  };
}

function wordsFor(done: number): string {
  return `${done} of ${setupSteps.length} done`;
}

import { texts } from '#web/texts/texts.ts';

/** What the server knows of the overlay, as far as set-up is concerned. */
interface Seen {
  connected: number;
  lastShownAt: string | null;
}

/** Steps of the guide in the order of its list. */
export const setupSteps = ['open', 'source', 'url', 'size', 'place'] as const;

/** How far the set-up is. */
interface SetupProgress {
  /** Steps that are ticked. */
  done: number;
  /** A word or two on the whole. */
  summary: string;
  /** What to do next, or null before anything was seen. */
  advice: string | null;
}

/**
 * What can be told from here: an open overlay proves the first three steps. Once it has shown an alert the set-up counts
 * as done, although size and place are seen by the streamer alone, whom the advice asks to look.
 * An alert of earlier proves nothing once no overlay is open: the widget link may be another one since.
 */
export function setupProgress(presence: Seen | null): SetupProgress {
  const words = texts('dashboard').setup;
  const open = presence !== null && presence.connected > 0;
  const shown = presence !== null && presence.lastShownAt !== null;
  if (open) {
    return {
      done: shown ? setupSteps.length : 3,
      summary: shown ? words.works : words.progress(3, setupSteps.length),
      advice: shown ? words.worksAdvice : words.openAdvice,
    };
  }
  if (!shown) return { done: 0, summary: words.progress(0, setupSteps.length), advice: null };
  return { done: 0, summary: words.noneOpen, advice: words.noneOpenAdvice };
}

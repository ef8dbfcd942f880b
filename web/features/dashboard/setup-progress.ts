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
  /** What is not ticked is seen by the streamer alone: none of it is the next step. */
  works: boolean;
  /** A word or two on the whole. */
  summary: string;
  /** What to do next, or null before anything was seen. */
  advice: string | null;
}

/**
 * What can be told from here: an open overlay proves the first three steps. Size and place are seen by the streamer alone,
 * whom the advice asks to look once an alert was shown.
 * An alert of earlier proves nothing once no overlay is open: the widget link may be another one since.
 */
export function setupProgress(presence: Seen | null): SetupProgress {
  const words = texts('dashboard').setup;
  const open = presence !== null && presence.connected > 0;
  const shown = presence !== null && presence.lastShownAt !== null;
  const done = open ? 3 : 0;
  const works = open && shown;
  const progress = words.progress(done, setupSteps.length);
  if (open) {
    return {
      done,
      works,
      summary: shown ? words.works : progress,
      advice: shown ? words.worksAdvice : words.openAdvice,
    };
  }
  if (!shown) return { done, works, summary: progress, advice: null };
  return { done, works, summary: words.noneOpen, advice: words.noneOpenAdvice };
}

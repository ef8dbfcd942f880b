import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { arrivedSince, type Held } from './arrived-since.ts';
import { playNewItemSound } from './new-item-sound.ts';

interface News {
  words: string;
  /** How often there was news: two of them may have the same words. */
  times: number;
}

/**
 * Notices what newly wants approval: a sound where that is on. Returns the words for screen readers. `behind` of those
 * that wait are in no row.
 */
export function useNewItems(desk: AlertDesk | undefined, behind: number, hasSound: boolean): News {
  const known = useRef<Held | null>(null);
  const [news, setNews] = useState<News>({ words: '', times: 0 });

  const notice = useEffectEvent((held: Held) => {
    const before = known.current;
    known.current = held;
    const { count, from } = arrivedSince(before ?? held, held);
    if (count === 0) return;
    if (hasSound) void playNewItemSound();
    const { newFrom, newAlerts } = texts('desk').said;
    const words = from === null ? newAlerts(count) : newFrom(from);
    setNews(({ times }) => ({ words, times: times + 1 }));
  });

  const alerts = desk?.toApprove;
  useEffect(() => {
    if (alerts !== undefined) notice({ alerts, behind });
  }, [alerts, behind]);
  return news;
}

/** '(2) Dock' while two want approval. */
export function titleWithCount(title: string, desk: AlertDesk | undefined): string {
  const count = desk?.counts.toApprove ?? 0;
  return count === 0 ? title : `(${count}) ${title}`;
}

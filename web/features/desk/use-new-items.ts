import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { playNewItemSound } from './new-item-sound.ts';

interface News {
  words: string;
  /** How often there was news: two of them may have the same words. */
  times: number;
}

/** Notices what newly wants approval: a sound where that is on. Returns the words for screen readers. */
export function useNewItems(desk: AlertDesk | undefined, hasSound: boolean): News {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [news, setNews] = useState<News>({ words: '', times: 0 });

  const notice = useEffectEvent((held: AlertDesk['toApprove']) => {
    const before = known.current;
    known.current = new Set(held.map(({ id }) => id));
    const fresh = before === null ? [] : held.filter(({ id }) => !before.has(id));
    if (fresh.length === 0) return;
    if (hasSound) void playNewItemSound();
    const { newFrom, newAlerts } = texts('desk').said;
    const words = fresh.length === 1 ? newFrom(fresh[0]?.donatorName ?? '') : newAlerts(fresh.length);
    setNews(({ times }) => ({ words, times: times + 1 }));
  });

  const held = desk?.toApprove;
  useEffect(() => {
    if (held !== undefined) notice(held);
  }, [held]);
  return news;
}

/** '(2) Dock' while two want approval. */
export function titleWithCount(title: string, desk: AlertDesk | undefined): string {
  const count = desk?.counts.toApprove ?? 0;
  return count === 0 ? title : `(${count}) ${title}`;
}

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** How far below the place to which a heading is scrolled a section begins to be the current one. */
const tolerancePx = 16;

/**
 * The section that is read: the first that reaches below the head of the window. At the end of the page, where the last
 * ones cannot come up to there, the one that was asked for if it is in sight, else the last.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const asked = useLocation().hash.slice(1);
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map());
  const list = ids.join(' ');
  useEffect(() => watch(list.split(' '), setSeen), [list]);

  const last = ids.at(-1);
  const isAtEnd = last !== undefined && (seen.get(last) ?? 0) > 0.99;
  if (isAtEnd) return seen.has(asked) ? asked : last;
  return ids.find((id) => seen.has(id)) ?? ids[0];
}

/** Tells which sections are in sight, and which part of each, whenever that changes. Returns what ends the watching. */
function watch(ids: string[], tell: (seen: ReadonlyMap<string, number>) => void): () => void {
  const sections = new Map<Element, string>();
  for (const id of ids) {
    const section = document.getElementById(id)?.closest('section');
    if (section != null) sections.set(section, id);
  }
  let seen = new Map<string, number>();
  let watcher: IntersectionObserver | null = null;
  let headPx = -1;
  const observe = (): void => {
    const margin = getComputedStyle(document.querySelector('.settings-parts .h2') ?? document.body);
    const nowPx = Math.round(Number.parseFloat(margin.scrollMarginTop)) + tolerancePx;
    if (nowPx === headPx) return;
    headPx = nowPx;
    watcher?.disconnect();
    watcher = new IntersectionObserver(
      (entries) => {
        seen = new Map(seen);
        for (const { target, isIntersecting, intersectionRatio } of entries) {
          const id = sections.get(target) ?? '';
          if (isIntersecting) seen.set(id, intersectionRatio);
          else seen.delete(id);
        }
        tell(seen);
      },
      { rootMargin: `-${headPx}px 0px 0px 0px`, threshold: [0, 1] },
    );
    for (const section of sections.keys()) watcher.observe(section);
  };
  observe();
  addEventListener('resize', observe);
  return () => {
    removeEventListener('resize', observe);
    watcher?.disconnect();
  };
}

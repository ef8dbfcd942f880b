import { lazy, type LazyExoticComponent, type ReactNode, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { loadTexts, texts } from '#web/texts/texts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { anchorOf, type Chapter, chapters, type ChapterSection, type ChapterSlug } from './chapters.ts';
import { ChapterEnds } from './chapter-ends.tsx';
import { GuideBlocks } from './guide-blocks.tsx';
import { parseGuide } from './guide-markup.ts';

/** A chapter; its words are loaded when it is opened. */
export function ChapterArticle({ chapter }: { chapter: Chapter }) {
  const words = texts('guide');
  const { title, about } = words.chapters[chapter.slug];
  const Body = bodies[chapter.slug];
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useRef(useLocation().key === 'default');
  useTitle(title);
  // Whoever came by a link goes on reading here; the first page of a visit leaves the focus alone.
  useEffect(() => {
    if (!isFirstPage.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article>
      <header className="stack" style={{ '--gap': '12px' }}>
        <p className="small faint num">{words.place(chapters.indexOf(chapter) + 1, chapters.length)}</p>
        <h1 className="title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="lead">{about}</p>
      </header>
      <Body />
      <ChapterEnds chapter={chapter} />
    </article>
  );
}

const bodies = Object.fromEntries(
  chapters.map(({ slug, section }) => [
    slug,
    lazy(async () => {
      await loadTexts(section);
      return { default: () => <ChapterBody section={section} /> };
    }),
  ]),
) as Record<ChapterSlug, LazyExoticComponent<() => ReactNode>>;

function ChapterBody({ section }: { section: ChapterSection }) {
  const sections = Object.entries(texts(section)).map(([key, value]) => ({ id: anchorOf(key), ...value }));
  useArrival();
  return (
    <>
      <nav className="guide-anchors" aria-label={texts('guide').onThisPage}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, body }) => (
        <section key={id} aria-labelledby={id}>
          <h2 className="h2" id={id}>
            <a href={`#${id}`}>{title}</a>
          </h2>
          <GuideBlocks blocks={parseGuide(body)} />
        </section>
      ))}
    </>
  );
}

/**
 * The words come after the address, so the browser could not go to the named section by itself. On the way back to where none
 * is named the browser knows the place.
 */
function useArrival(): void {
  const { hash } = useLocation();
  const way = useNavigationType();
  useEffect(() => {
    if (hash === '' && way === NavigationType.Pop) return;
    const target = hash === '' ? null : document.getElementById(hash.slice(1));
    if (target === null) window.scrollTo({ top: 0, behavior: 'instant' });
    else target.scrollIntoView({ behavior: 'instant' });
  }, [hash, way]);
}

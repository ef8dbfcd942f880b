import './guide.css';
import './guide-blocks.css';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { Skeleton } from './skeleton.tsx';
import { findChapter } from './chapters.ts';
import { ChapterArticle } from './chapter-article.tsx';
import { GuideBar } from './guide-bar.tsx';
import { GuideContents } from './guide-contents.tsx';
import { GuideOverview } from './guide-overview.tsx';
import { NoSuchChapter } from './no-such-chapter.tsx';

/** /guide and /guide/:chapter, for anybody. */
export function GuidePage() {
  const { chapter: slug } = useParams();
  const chapter = findChapter(slug);
  return (
    <>
      <GuideBar />
      {slug === undefined && <GuideOverview />}
      {slug !== undefined && chapter === undefined && <NoSuchChapter />}
      {chapter !== undefined && (
        <div className="wrap guide">
          <GuideContents key={chapter.slug} current={chapter.slug} />
          <main id="main" className="guide-main">
            <Suspense fallback={<Skeleton />}>
              <ChapterArticle key={chapter.slug} chapter={chapter} />
            </Suspense>
          </main>
        </div>
      )}
    </>
  );
}

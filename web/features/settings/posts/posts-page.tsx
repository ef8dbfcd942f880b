import '#web/features/settings/settings.css';
import './posts.css';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { PlaceCard } from './place-card.tsx';
import { usePostPlaces } from './use-posts.ts';

/** /app/posts */
export function PostsPage() {
  const words = texts('posts');
  useTitle(words.title);
  const { connect } = useLive();
  const { data, error, refetch } = usePostPlaces();
  useEffect(connect, [connect]);
  return (
    <>
      <div className="pagehead">
        <div>
          <Link className="link small posts-back" to="/app/settings">
            <ChevronLeft className="i s" />
            {words.back}
          </Link>
          <h1 className="title">{words.title}</h1>
          <p className="muted">
            {words.lead}{' '}
            <Link className="link" to="/guide/alerts#posts">
              {words.guide}
            </Link>
          </p>
        </div>
      </div>
      {data === undefined ? (
        <SectionState isCard error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="stack" style={{ '--gap': '24px' }}>
          {data.data.map((place) => (
            <PlaceCard key={place.kind} place={place} />
          ))}
        </div>
      )}
    </>
  );
}

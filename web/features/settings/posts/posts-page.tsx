import '#web/features/settings/settings.css';
import './posts.css';
import { useEffect } from 'react';
import { SubpageHead } from '#web/features/settings/subpage-head.tsx';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { PlaceCard } from './place-card.tsx';
import { usePostPlaces } from './use-posts.ts';

/** /app/posts */
export function PostsPage() {
  const words = texts('posts');
  const { connect } = useLive();
  const { data, error, refetch } = usePostPlaces();
  useEffect(connect, [connect]);
  return (
    <>
      <SubpageHead words={words} guide="/guide/alerts#posts" />
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

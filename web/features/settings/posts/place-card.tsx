import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { PostPlace } from '#contract/posts.ts';
import { texts } from '#web/texts/texts.ts';
import { ConnectDiscord } from './connect-discord.tsx';
import { ConnectTwitch } from './connect-twitch.tsx';
import { ConnectedTo } from './connected-to.tsx';
import { PlaceForm } from './place-form.tsx';
import { PostLog } from './post-log.tsx';

/** One place for posts: how to connect it, or what is posted there and how that fares. */
export function PlaceCard({ place }: { place: PostPlace }) {
  const words = texts('posts');
  const { kind, isConnected, isOffered, endedWhy } = place;
  return (
    <section className="card stack post-place" aria-labelledby={`place-${kind}`}>
      <div>
        <div className="row between">
          <h2 className="h2" id={`place-${kind}`}>
            {words.places[kind].name}
          </h2>
          <StatePill place={place} />
        </div>
        <p className="muted small">{words.places[kind].lead}</p>
      </div>
      {endedWhy !== null && !isConnected && (
        <p className="note warn">
          <TriangleAlert className="i" />
          {words.ended[kind][endedWhy]}
        </p>
      )}
      {!isOffered && (
        <p className="note">
          <Info className="i" />
          {words.notOffered}
        </p>
      )}
      {isConnected ? (
        <>
          <ConnectedTo place={place} />
          <hr />
          <PlaceForm place={place} />
          <hr />
          <PostLog place={place} />
        </>
      ) : (
        isOffered && <Connect place={place} />
      )}
    </section>
  );
}

function Connect({ place }: { place: PostPlace }) {
  return place.kind === 'discord' ? <ConnectDiscord /> : <ConnectTwitch place={place} />;
}

function StatePill({ place: { isConnected, isOn } }: { place: PostPlace }) {
  const words = texts('posts').states;
  const isPosting = isConnected && isOn;
  const Icon = isPosting ? Check : X;
  return (
    <span className={isPosting ? 'pill st-received' : 'pill st-expired'}>
      <Icon className="i" />
      {isPosting ? words.on : isConnected ? words.off : words.notConnected}
    </span>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { Post, PostKind, PostPlace, PostState } from '#contract/posts.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { formatDate } from '#web/ui/format.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { toast } from '#web/ui/toasts.ts';
import { postsKey } from './use-posts.ts';

/** Somebody waits for what is on its way; otherwise it follows what happens. */
const waitingMs = 700;
const restingMs = 5000;

/** The last posts to a place and what became of them, with a test to send. */
export function PostLog({ place: { kind } }: { place: PostPlace }) {
  const words = texts('posts').log;
  const { data, error, refetch } = useQuery({
    queryKey: postsKey(kind),
    queryFn: () => call('posts', { params: { kind } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isTestOnItsWay) === true ? waitingMs : restingMs),
  });
  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      <div className="row between wrapx">
        <h3 className="h3" id={`posts-${kind}`}>
          {words.heading}
        </h3>
        <SendTest kind={kind} isOnItsWay={data?.data.some(isTestOnItsWay) === true} />
      </div>
      {data === undefined && <SectionState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="small faint">{words.none}</p>}
      {data !== undefined && data.data.length > 0 && (
        <ul
          className="rows"
          aria-labelledby={`posts-${kind}`}
          aria-live="polite"
          aria-relevant="additions text"
        >
          {data.data.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </ul>
      )}
    </div>
  );
}

function isTestOnItsWay({ donationId, state }: Post): boolean {
  return donationId === null && (state === 'waiting' || state === 'sending');
}

function PostRow({ post: { donationId, state, createdAt, attempts, error, said } }: { post: Post }) {
  const words = texts('posts').log;
  const facts = [
    formatDate(createdAt),
    attempts > 1 ? words.attempts(attempts) : null,
    error === null ? null : words.errors[error],
    said,
  ];
  return (
    <li className="post-row">
      <div>
        <span className="small">{donationId === null ? words.test : words.donation}</span>
        <p className="micro faint">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
      <StatePill state={state} />
    </li>
  );
}

const pills = {
  waiting: { look: 'st-pending', Icon: Clock },
  sending: { look: 'st-pending', Icon: Clock },
  sent: { look: 'st-received', Icon: Check },
  given_up: { look: 'st-failed', Icon: X },
} as const satisfies Record<PostState, unknown>;

function StatePill({ state }: { state: PostState }) {
  const { look, Icon } = pills[state];
  return (
    <span className={`pill ${look}`}>
      <Icon className="i" />
      {texts('posts').log.states[state]}
    </span>
  );
}

function SendTest({ kind, isOnItsWay }: { kind: PostKind; isOnItsWay: boolean }) {
  const words = texts('posts');
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);

  const send = async () => {
    setAsking(true);
    try {
      await call('testPost', { params: { kind } });
    } catch (failure) {
      toast.error(wordsFor(failure, words.test.failed));
    }
    await queries.invalidateQueries({ queryKey: postsKey(kind) });
    setAsking(false);
  };

  return (
    <ActButton
      className="small outline"
      busy={asking || isOnItsWay}
      label={words.test.send}
      busyLabel={words.test.sending}
      nameOf={(label) => words.of(label, words.places[kind].name)}
      onAct={() => void send()}
    />
  );
}

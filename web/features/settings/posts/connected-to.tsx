import { useState } from 'react';
import type { PostPlace } from '#contract/posts.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useStorePlaces } from './use-posts.ts';

/** What a place is connected to, and how to end that. */
export function ConnectedTo({ place: { kind, label } }: { place: PostPlace }) {
  const words = texts('posts');
  const store = useStorePlaces();
  const [asks, setAsks] = useState(false);
  const disconnect = async () => {
    try {
      await store(await call('disconnectPostPlace', { params: { kind } }));
      toast.success(words.disconnection.done);
    } catch (failure) {
      toast.error(wordsFor(failure, words.disconnection.failed));
      setAsks(false);
    }
  };
  return (
    <div className="row between wrapx">
      <p className="small connected">
        {words.places[kind].connectedTo} <strong>{label}</strong>
      </p>
      <button
        type="button"
        className="btn small danger-quiet"
        aria-label={words.of(words.disconnect, words.places[kind].name)}
        onClick={() => setAsks(true)}
      >
        {words.disconnect}
      </button>
      {asks && (
        <AskFirst
          question={words.disconnection.question(words.places[kind].name)}
          effects={[words.disconnection.effect[kind]]}
          keep={words.disconnection.keep}
          confirm={words.disconnection.confirm}
          busyLabel={words.disconnection.busy}
          onKeep={() => setAsks(false)}
          onConfirm={disconnect}
        />
      )}
    </div>
  );
}

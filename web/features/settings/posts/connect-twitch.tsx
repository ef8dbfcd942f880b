import Clock from 'lucide-react/icons/clock';
import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { usualTemplate } from '#contract/post-template.ts';
import type { PostLinking, PostPlace } from '#contract/posts.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { language } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useStorePlaces } from './use-posts.ts';

/** Begins to connect Twitch, shows the code to type there, and waits. */
export function ConnectTwitch({ place: { linking } }: { place: PostPlace }) {
  const words = texts('posts').twitch;
  const store = useStorePlaces();
  const [busy, setBusy] = useState(false);
  const [hasBegun, setHasBegun] = useState(false);

  const act = async (name: 'begin' | 'stop') => {
    if (busy) return;
    setBusy(true);
    try {
      const body = { template: usualTemplate[language()] };
      const params = { kind: 'twitch' as const };
      await store(
        name === 'begin'
          ? await call('connectTwitch', { body })
          : await call('disconnectPostPlace', { params }),
      );
      setHasBegun(name === 'begin');
    } catch (failure) {
      toast.error(wordsFor(failure, words.failed));
    }
    setBusy(false);
  };

  if (linking !== null) return <Waiting linking={linking} onStop={() => void act('stop')} />;
  return (
    <div className="stack">
      {hasBegun && !busy && (
        <p className="small muted" role="status">
          {words.over}
        </p>
      )}
      <div className="row">
        <ActButton
          className="outline"
          busy={busy}
          label={words.connect}
          busyLabel={words.connecting}
          onAct={() => void act('begin')}
        />
      </div>
    </div>
  );
}

function Waiting({ linking: { userCode, url }, onStop }: { linking: PostLinking; onStop: () => void }) {
  const words = texts('posts').twitch;
  return (
    <div className="stack">
      <p className="small muted">{words.typeIt}</p>
      <div className="field post-code">
        <span className="flabel">{words.code}</span>
        <CopyLine value={userCode} label={words.copy} done={words.copied} wraps />
      </div>
      <div className="row wrapx">
        <a className="btn primary" href={url} target="_blank" rel="noreferrer">
          {words.open}
          <ExternalLink className="i s" />
        </a>
        <button type="button" className="btn secondary" onClick={onStop}>
          {words.stop}
        </button>
      </div>
      <p className="row small muted" role="status">
        <Clock className="i s" />
        {words.waiting}
      </p>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { toast } from '#web/ui/toasts.ts';
import { AskFirst } from './ask-first.tsx';

/** Gives the widget a new secret link after saying what that does, and shows it then. */
export function WidgetLink() {
  const words = texts('settings').overlay;
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [newCode, setNewCode] = useState<string | null>(null);

  const replace = async () => {
    try {
      setNewCode((await call('replaceWidgetCode')).linkCode);
      await queries.invalidateQueries({ queryKey: queryKeys.dashboard });
      toast.success(words.done);
      setAsking(false);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
  };

  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      <div className="row between wrapx">
        <div className="grow">
          <p className="flabel">{words.link}</p>
          <p className="hint">{words.linkHint}</p>
        </div>
        <button type="button" className="btn small secondary" onClick={() => setAsking(true)}>
          <RefreshCw className="i s" />
          {words.replace}
        </button>
      </div>
      {newCode !== null && (
        <div className="field">
          <span className="flabel">{words.newLink}</span>
          <CopyLine
            value={`${location.origin}/widget/${newCode}`}
            label={words.copyLink}
            done={words.linkCopied}
          />
        </div>
      )}
      {asking && (
        <AskFirst
          question={words.question}
          effects={[words.effect, words.meanwhile]}
          keep={words.keep}
          confirm={words.confirm}
          busyLabel={words.busy}
          onKeep={() => setAsking(false)}
          onConfirm={replace}
        />
      )}
    </div>
  );
}

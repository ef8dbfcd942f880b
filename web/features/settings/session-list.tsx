import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedSession } from '#contract/account-routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { toast } from '#web/ui/toasts.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { deviceName, SessionRow } from './session-row.tsx';
import { sessionsKey } from './sessions-key.ts';

/** Every browser that is signed in; each can be signed out from here, or all others at once. */
export function SessionList() {
  const words = texts('settings').sessions;
  const { data, error, refetch } = useQuery({ queryKey: sessionsKey, queryFn: () => call('listSessions') });
  const [ending, setEnding] = useState<ListedSession | 'others' | null>(null);
  const sessions = data?.data ?? [];
  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      <div>
        <h3 className="flabel" id="session-list">
          {words.list}
        </h3>
        <p className="hint">{words.hint}</p>
      </div>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="rows" aria-labelledby="session-list">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {sessions.length > 1 && <EndOthers onEnd={() => setEnding('others')} />}
      {ending !== null && <EndSessions ending={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}

function EndOthers({ onEnd }: { onEnd: () => void }) {
  const row = useHandOnFocus<HTMLDivElement>('section');
  return (
    <div className="row" ref={row}>
      <button type="button" className="btn small danger-quiet" onClick={onEnd}>
        {texts('settings').sessions.endOthers}
      </button>
    </div>
  );
}

interface EndSessionsProps {
  ending: ListedSession | 'others';
  onClose: () => void;
}

/** Ends one session or all others after one more question. */
function EndSessions({ ending, onClose }: EndSessionsProps) {
  const words = texts('settings').sessions;
  const queries = useQueryClient();
  const isOthers = ending === 'others';

  const end = async () => {
    try {
      if (isOthers) toast.success(words.endedOthers((await call('endOtherSessions')).ended));
      else {
        await call('endSession', { params: { id: ending.id } });
        toast.success(words.ended);
      }
      onClose();
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
    await queries.invalidateQueries({ queryKey: sessionsKey });
  };

  return (
    <AskFirst
      question={isOthers ? words.questionOthers : words.question(deviceName(ending))}
      effects={[isOthers ? words.effectOthers : words.effect]}
      keep={isOthers ? words.keepOthers : words.keep}
      confirm={isOthers ? words.confirmOthers : words.confirm}
      busyLabel={words.busy}
      onKeep={onClose}
      onConfirm={end}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from './ask-first.tsx';
import { toast } from './toasts.ts';

/** Gives the widget a new secret link after saying what that does. */
export function ReplaceWidgetLink({ look }: { look: 'quiet' | 'secondary' }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const words = texts('common').widgetLink;

  const replace = async () => {
    try {
      await call('replaceWidgetCode');
      await Promise.all(
        [queryKeys.dashboard, queryKeys.donationLink].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      toast.success(words.replaced);
      setAsking(false);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
  };

  return (
    <>
      <button type="button" className={`btn small ${look}`} onClick={() => setAsking(true)}>
        <RefreshCw className="i s" />
        {words.button}
      </button>
      {asking && (
        <AskFirst
          question={words.question}
          effects={[words.whatStops, words.whatStays]}
          keep={words.keep}
          confirm={words.replace}
          busyLabel={words.replacing}
          onKeep={() => setAsking(false)}
          onConfirm={replace}
        />
      )}
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isModerated, wordListLanguages } from '#contract/moderation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { storeReply } from '#web/lib/store-reply.ts';
import { language } from '#web/texts/language.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** Turns the word filter on with one press, for who has nothing that looks at what donors write. */
export function FilterHint() {
  const { data: settings, error } = useQuery({
    queryKey: queryKeys.alertSettings,
    queryFn: () => call('alertSettings'),
  });
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const words = texts('dashboard').filter;
  if (error !== null && settings === undefined) return null;
  if (settings !== undefined && isModerated(settings)) return null;

  const turnOn = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      // Read anew: another page may have changed something else meanwhile.
      const now = await call('alertSettings');
      const own = wordListLanguages.filter((one) => one === 'en' || one === language());
      const wordLists = [...new Set([...now.wordLists, ...own])];
      const stored = await call('changeAlertSettings', { body: { ...now, wordLists } });
      await storeReply(queries, queryKeys.alertSettings, stored);
      toast.success(words.on);
      // The button is gone with the hint.
      document.getElementById('ready')?.focus();
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
      setBusy(false);
    }
  };
  return (
    // Its place is kept while that is not known: who sees these steps is new, and has no filter yet.
    <div
      className="row wrapx filter-hint"
      style={{ visibility: settings === undefined ? 'hidden' : 'visible' }}
    >
      <p className="small muted grow">{words.text}</p>
      <button
        type="button"
        className="btn small secondary"
        aria-disabled={isBusy}
        onClick={() => void turnOn()}
      >
        {words.turnOn}
      </button>
    </div>
  );
}

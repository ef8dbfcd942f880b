import { useMutation } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef } from 'react';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { useSession, useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { formatDate } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useNow } from '#web/ui/use-now.ts';
import { takeAsked } from './asked-here.ts';

const lookEveryMs = 30_000;

/**
 * On every page of an account that is about to be deleted: when, and the way back. Past that time it is still there while
 * money is on its way.
 */
export function ClosingNote() {
  const words = texts('settings').closing;
  const { deletesAt } = useUser();
  const { refresh } = useSession();
  const nowMs = useNow(lookEveryMs);
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useHandOnFocus<HTMLElement>('main');
  useEffect(() => {
    if (takeAsked()) heading.current?.focus({ preventScroll: true });
  }, []);
  const keep = useMutation({
    mutationFn: () => call('keepAccount'),
    onSuccess: async () => {
      toast.success(words.kept);
      await refresh();
    },
    onError: (error) => toast.error(wordsFor(error, words.failed)),
  });
  if (deletesAt === undefined) return null;
  const isDue = Date.parse(deletesAt) <= nowMs;
  return (
    <section className="note danger closing-note" ref={note} role="status" aria-labelledby="closing">
      <Trash2 className="i" aria-hidden="true" />
      <div className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h3" id="closing" ref={heading} tabIndex={-1}>
          {isDue ? words.dueTitle : words.title(formatDate(deletesAt))}
        </h2>
        <p>
          {isDue && words.due} {words.text}
        </p>
        <div>
          <ActButton
            className="small secondary"
            busy={keep.isPending}
            label={words.keep}
            busyLabel={words.busy}
            onAct={keep.mutate}
          />
        </div>
      </div>
    </section>
  );
}

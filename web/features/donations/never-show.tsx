import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

/** Keeps a donation off the stream for good, after one question. */
export function NeverShow({ donation }: { donation: ListedDonation }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const part = useHandOnFocus<HTMLSpanElement>('li');
  const words = texts('donations').block;
  const block = useMutation({
    mutationFn: () => call('blockDonation', { params: { id: donation.id } }),
    onSuccess: async () => {
      setAsking(false);
      toast.success(words.done);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => toast.error(wordsFor(error, words.failed)),
  });
  return (
    <span className="never" ref={part}>
      <button
        type="button"
        className="btn small danger-quiet"
        aria-haspopup="dialog"
        aria-label={words.actFor(donation.donatorName)}
        onClick={() => setAsking(true)}
      >
        {words.act}
      </button>
      {asking && (
        <Dialog title={words.question(donation.donatorName)} onClose={() => setAsking(false)}>
          <p className="muted dialog-text">{words.explained}</p>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              {words.keep}
            </button>
            <button
              type="button"
              className="btn danger"
              aria-disabled={block.isPending}
              onClick={() => {
                if (!block.isPending) block.mutate();
              }}
            >
              {words.confirm}
            </button>
          </div>
        </Dialog>
      )}
    </span>
  );
}

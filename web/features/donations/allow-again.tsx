import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { entryWords } from '#web/ui/block-words.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

/** Takes a block back. What the block list has done is asked about first: whether it is to be shown now, too. */
export function AllowAgain({ donation }: { donation: ListedDonation }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const part = useHandOnFocus<HTMLSpanElement>('li');
  const words = texts('donations');
  const allow = useMutation({
    mutationFn: (show: boolean) =>
      call('unblockDonation', { params: { id: donation.id }, body: show ? { show } : {} }),
    onSuccess: async ({ isShown }, show) => {
      setAsking(false);
      toast.success(show ? words.unblock.doneShow : isShown ? words.allow.doneReplay : words.allow.done);
      await Promise.all(
        [queryKeys.donations, queryKeys.desk].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => toast.error(wordsFor(error, words.block.failed)),
  });
  const act = (show: boolean) => {
    if (!allow.isPending) allow.mutate(show);
  };
  const { blockedFor } = donation;
  return (
    <span className="never" ref={part}>
      <button
        type="button"
        className="btn small outline"
        aria-label={(blockedFor === null ? words.allow : words.unblock).actFor(donation.donatorName)}
        aria-haspopup={blockedFor === null ? undefined : 'dialog'}
        aria-disabled={allow.isPending}
        onClick={() => (blockedFor === null ? act(false) : setAsking(true))}
      >
        {blockedFor === null ? words.allow.act : words.unblock.act}
      </button>
      {asking && blockedFor !== null && (
        <Dialog title={words.unblock.question} onClose={() => setAsking(false)}>
          <p className="muted dialog-text bidi">{words.unblock.explained(entryWords(blockedFor))}</p>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              {words.unblock.keep}
            </button>
            <button
              type="button"
              className="btn secondary"
              aria-disabled={allow.isPending}
              onClick={() => act(false)}
            >
              {words.unblock.confirm}
            </button>
            <button
              type="button"
              className="btn primary"
              aria-disabled={allow.isPending}
              onClick={() => act(true)}
            >
              {words.unblock.confirmShow}
            </button>
          </div>
        </Dialog>
      )}
    </span>
  );
}

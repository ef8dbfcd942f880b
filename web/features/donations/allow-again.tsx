import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { entryWords } from '#web/ui/block-words.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

interface AllowAgainProps {
  donation: ListedDonation;
  /** Asks first, by `UnblockQuestion`. */
  onAsk: () => void;
}

/** Takes a block back. What the block list has done is asked about first: whether it is to be shown now, too. */
export function AllowAgain({ donation, onAsk }: AllowAgainProps) {
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const { allow, isBusy } = useAllowing(donation);
  const isListed = donation.blockedFor !== null;
  const words = texts('donations')[isListed ? 'unblock' : 'allow'];
  return (
    <button
      ref={button}
      type="button"
      className="btn small outline"
      aria-label={words.actFor(donation.donatorName)}
      aria-haspopup={isListed ? 'dialog' : undefined}
      aria-disabled={isBusy}
      onClick={() => (isListed ? onAsk() : allow(false))}
    >
      {words.act}
    </button>
  );
}

interface UnblockQuestionProps {
  donation: ListedDonation;
  blockedFor: NonNullable<ListedDonation['blockedFor']>;
  onClose: () => void;
}

/** Asks whether a donation that an entry of the block list keeps off the stream is allowed again, and shown now. */
export function UnblockQuestion({ donation, blockedFor, onClose }: UnblockQuestionProps) {
  const { allow, isBusy } = useAllowing(donation, onClose);
  const words = texts('donations').unblock;
  return (
    <Dialog title={words.question(donorNameOf(donation))} onClose={onClose}>
      <p className="muted dialog-text bidi">{words.explained(entryWords(blockedFor))}</p>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          {words.keep}
        </button>
        <button type="button" className="btn secondary" aria-disabled={isBusy} onClick={() => allow(false)}>
          {words.confirm}
        </button>
        <button type="button" className="btn primary" aria-disabled={isBusy} onClick={() => allow(true)}>
          {words.confirmShow}
        </button>
      </div>
    </Dialog>
  );
}

/** Allows a donation again, and has it shown where that is asked for; while busy another press does nothing. */
function useAllowing(donation: ListedDonation, onAllowed?: () => void) {
  const queries = useQueryClient();
  const words = texts('donations');
  const { mutate, isPending } = useMutation({
    mutationFn: (show: boolean) =>
      call('unblockDonation', { params: { id: donation.id }, body: show ? { show } : {} }),
    onSuccess: async ({ isShown }, show) => {
      onAllowed?.();
      toast.success(show ? words.unblock.doneShow : isShown ? words.allow.doneReplay : words.allow.done);
      await Promise.all(
        [queryKeys.donations, queryKeys.desk].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => toast.error(wordsFor(error, words.block.failed)),
  });
  const allow = (show: boolean) => {
    if (!isPending) mutate(show);
  };
  return { allow, isBusy: isPending };
}

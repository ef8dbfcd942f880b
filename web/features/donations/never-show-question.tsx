import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { toast } from '#web/ui/toasts.ts';

interface NeverShowQuestionProps {
  donation: ListedDonation;
  onClose: () => void;
}

/** Keeps a donation off the stream for good, after one question. */
export function NeverShowQuestion({ donation, onClose }: NeverShowQuestionProps) {
  const queries = useQueryClient();
  const words = texts('donations').block;
  const block = useMutation({
    mutationFn: () => call('blockDonation', { params: { id: donation.id } }),
    onSuccess: async () => {
      onClose();
      toast.success(words.done);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => toast.error(wordsFor(error, words.failed)),
  });
  return (
    <Dialog title={words.question(donorNameOf(donation))} onClose={onClose}>
      <p className="muted dialog-text">{words.explained}</p>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
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
  );
}

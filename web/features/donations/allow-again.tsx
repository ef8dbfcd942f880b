import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from './use-hand-on-focus.ts';

/** Takes a block back. */
export function AllowAgain({ donation }: { donation: ListedDonation }) {
  const queries = useQueryClient();
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('donations');
  const allow = useMutation({
    mutationFn: () => call('unblockDonation', { params: { id: donation.id } }),
    onSuccess: async ({ isShown }) => {
      toast.success(isShown ? words.allow.doneReplay : words.allow.done);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => toast.error(wordsFor(error, words.block.failed)),
  });
  return (
    <button
      ref={button}
      type="button"
      className="btn small outline"
      aria-label={words.allow.actFor(donation.donatorName)}
      aria-disabled={allow.isPending}
      onClick={() => {
        if (!allow.isPending) allow.mutate();
      }}
    >
      {words.allow.act}
    </button>
  );
}

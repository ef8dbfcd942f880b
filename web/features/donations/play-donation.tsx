import { useQueryClient } from '@tanstack/react-query';
import type { AlertDesk } from '#contract/alerts.ts';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { type Playing, waitingOf } from './donation-list.ts';

/**
 * Shows a donation on stream: one that waits in the tray, once more what was settled, or, if the streamer wants that, what
 * expired with a part of its money.
 */
export function PlayDonation({ donation, as }: { donation: ListedDonation; as: Playing }) {
  const queries = useQueryClient();
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('donations').play;
  const { isPending, start } = useSingleMutation({
    mutationFn: () => {
      const waiting = waitingOf(donation);
      return as === 'tray' && waiting !== null
        ? call('playAlert', { params: { id: waiting.alertId } })
        : call('replayAlert', { body: { donationId: donation.id } });
    },
    onSuccess: async (desk) => {
      toast.success(wordsForPlayed(desk));
      queries.setQueryData(queryKeys.desk, desk);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => toast.error(wordsFor(error, words.failed)),
  });
  const { act, actFor } = as === 'again' ? words.again : words;
  return (
    <button
      ref={button}
      type="button"
      className={as === 'again' ? 'btn small quiet' : 'btn small outline'}
      aria-label={actFor(donation.donatorName)}
      aria-disabled={isPending}
      onClick={start}
    >
      {act}
    </button>
  );
}

function wordsForPlayed({ isPaused, overlay }: AlertDesk): string {
  const words = texts('donations').play;
  if (overlay.visible === 0) return words.waits;
  return isPaused ? words.held : words.done;
}

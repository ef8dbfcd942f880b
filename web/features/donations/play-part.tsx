import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertDesk } from '#contract/alerts.ts';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

/** Shows a donation that expired with a part of its money on stream, if the streamer wants that. */
export function PlayPart({ donation }: { donation: ListedDonation }) {
  const queries = useQueryClient();
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('donations').play;
  const play = useMutation({
    mutationFn: () => call('replayAlert', { body: { donationId: donation.id } }),
    onSuccess: async (desk) => {
      toast.success(wordsForPlayed(desk));
      queries.setQueryData(queryKeys.desk, desk);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => toast.error(wordsFor(error, words.failed)),
  });
  return (
    <button
      ref={button}
      type="button"
      className="btn small outline"
      aria-label={words.actFor(donation.donatorName)}
      aria-disabled={play.isPending}
      onClick={() => {
        if (!play.isPending) play.mutate();
      }}
    >
      {words.act}
    </button>
  );
}

function wordsForPlayed({ isPaused, overlay }: AlertDesk): string {
  const words = texts('donations').play;
  if (overlay.visible === 0) return words.waits;
  return isPaused ? words.held : words.done;
}

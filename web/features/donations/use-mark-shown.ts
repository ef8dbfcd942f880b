import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** Says that a donation needs no alert any more; the list is read again afterwards (spec §4). */
export function useMarkShown(id: string, onDone?: () => void): { isPending: boolean; start: () => void } {
  const queries = useQueryClient();
  const words = texts('donations').markShown;
  return useSingleMutation({
    mutationFn: () => call('markShown', { params: { id } }),
    onSuccess: async () => {
      onDone?.();
      toast.success(words.done);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: () => toast.error(words.failed),
  });
}

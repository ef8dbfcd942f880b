import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

/** Says that a donation needs no alert any more; the row takes the focus when the button goes. */
export function MarkShown({ id }: { id: string }) {
  const queries = useQueryClient();
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('donations').markShown;
  const mark = useMutation({
    mutationFn: () => call('markShown', { params: { id } }),
    onSuccess: async () => {
      toast.success(words.done);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: () => toast.error(words.failed),
  });
  return (
    <button
      ref={button}
      type="button"
      className="btn small outline"
      aria-disabled={mark.isPending}
      onClick={() => {
        if (!mark.isPending) mark.mutate();
      }}
    >
      {words.act}
    </button>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { MaskButton, maskOutcome } from '#web/features/desk/mask-button.tsx';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useRejections } from './rejections.ts';

interface RejectionProps {
  alertId: string;
  donatorName: string;
}

interface ApprovalActsProps extends RejectionProps {
  /** Whether a listed word was found in its texts. */
  hasFoundWords: boolean;
  /** What the lists have masked is shown masked by approving it. */
  isMasked: boolean;
}

/** Lets an alert that waits for a yes be shown, as its word lists had it or masked, or never. */
export function ApprovalActs({ alertId, donatorName, hasFoundWords, isMasked }: ApprovalActsProps) {
  const queries = useQueryClient();
  const { reject } = useRejections();
  const part = useHandOnFocus<HTMLSpanElement>('li');
  const words = texts('donations').approval;
  const approve = useMutation({
    mutationFn: (body: { mask?: true }) => call('approveAlert', { params: { id: alertId }, body }),
    onSuccess: async (desk, { mask }) => {
      toast.success(mask === true ? maskOutcome(hasFoundWords) : words.approved);
      queries.setQueryData(queryKeys.desk, desk);
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => {
      toast.error(wordsFor(error, words.failed));
      void queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
  });
  const act = (decide: () => void) => {
    if (!approve.isPending) decide();
  };
  return (
    <span className="never" ref={part}>
      <button
        type="button"
        className="btn small primary"
        aria-label={words.approveFor(donatorName)}
        aria-disabled={approve.isPending}
        onClick={() => act(() => approve.mutate({}))}
      >
        <Check className="i s" />
        {words.approve}
      </button>
      {!isMasked && (
        <MaskButton
          donatorName={donatorName}
          hasFoundWords={hasFoundWords}
          isBusy={approve.isPending}
          onMask={() => act(() => approve.mutate({ mask: true }))}
        />
      )}
      <button
        type="button"
        className="btn small danger-quiet"
        title={words.rejectTitle}
        aria-label={words.rejectFor(donatorName)}
        aria-disabled={approve.isPending}
        onClick={() => act(() => reject(alertId))}
      >
        {words.reject}
      </button>
    </span>
  );
}

/** Stands in the place of a row's acts while its rejection can be taken back. */
export function UndoRejection({ alertId, donatorName }: RejectionProps) {
  const { undo } = useRejections();
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('donations').approval;
  return (
    <button
      ref={button}
      type="button"
      className="btn small secondary takes-back"
      aria-label={words.undoFor(donatorName)}
      onClick={() => undo(alertId)}
    >
      {words.undo}
    </button>
  );
}

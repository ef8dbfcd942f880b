import { texts } from '#web/texts/texts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useMarkShown } from './use-mark-shown.ts';

interface MarkShownProps {
  id: string;
  /** Asks first, for what waits for approval: what its donor wrote would be lost. */
  onAsk?: () => void;
}

/** Says that a donation needs no alert any more; the row takes the focus when the button goes. */
export function MarkShown({ id, onAsk }: MarkShownProps) {
  const { isPending, start } = useMarkShown(id);
  const button = useHandOnFocus<HTMLButtonElement>('li');
  return (
    <button
      ref={button}
      type="button"
      className={onAsk === undefined ? 'btn small outline' : 'btn small quiet mark-held'}
      aria-haspopup={onAsk === undefined ? undefined : 'dialog'}
      aria-disabled={isPending}
      onClick={onAsk ?? start}
    >
      {texts('donations').markShown.act}
    </button>
  );
}

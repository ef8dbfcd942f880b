import { texts } from '#web/texts/texts.ts';

interface MaskButtonProps {
  donatorName: string;
  /** Whether a listed word was found in its texts. */
  hasFoundWords: boolean;
  isBusy?: boolean;
  onMask: () => void;
}

/** Lets an alert be shown masked. Where no listed word was found there is nothing to star out: name and message go. */
export function MaskButton({ donatorName, hasFoundWords, isBusy = false, onMask }: MaskButtonProps) {
  const words = texts('desk').acts;
  const labelOf = hasFoundWords ? words.maskLabel : words.hideTextLabel;
  return (
    <button
      type="button"
      className="btn small secondary"
      title={hasFoundWords ? words.maskTitle : words.hideTextTitle}
      aria-label={labelOf(donatorName)}
      aria-disabled={isBusy}
      onClick={onMask}
    >
      {hasFoundWords ? words.mask : words.hideText}
    </button>
  );
}

/** What became of an alert that was masked, in a word. */
export function maskOutcome(hasFoundWords: boolean): string {
  const words = texts('desk').acts;
  return hasFoundWords ? words.masked : words.textHidden;
}

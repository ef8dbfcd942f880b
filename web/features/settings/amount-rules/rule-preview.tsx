import type { Customization } from '#contract/style.ts';
import { DarkPicture } from '#web/features/settings/landscape-pictures.tsx';
import { texts } from '#web/texts/texts.ts';
import { AlertCard } from '#web/ui/alert-card.tsx';

interface RulePreviewProps {
  customization: Customization;
  /** SOL. */
  amount: number;
  showsMessage: boolean;
}

/** A card of this amount as it is painted on stream: the overlay's own. */
export function RulePreview({ customization, amount, showsMessage }: RulePreviewProps) {
  const words = texts('alertRules').form;
  return (
    <div className="scene dark" role="group" aria-label={words.preview}>
      <DarkPicture />
      <AlertCard
        customization={customization}
        donation={{
          donatorName: words.sampleName,
          amount,
          message: showsMessage ? words.sampleMessage : '',
          mediaDuration: null,
        }}
      />
    </div>
  );
}

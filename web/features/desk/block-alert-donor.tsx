import Ban from 'lucide-react/icons/ban';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { useDesk } from './desk-provider.tsx';

/** Asks whether to block whoever an alert is from. A test is from nobody. */
export function BlockAlertDonor({ alert }: { alert: DeskAlert }) {
  const { toBlock, askToBlock } = useDesk();
  const words = texts('blocking').donor;
  if (alert.kind === 'test') return null;
  return (
    <button
      type="button"
      className="btn small quiet icon"
      title={words.act}
      aria-haspopup="dialog"
      aria-expanded={toBlock?.id === alert.id}
      aria-label={words.actFor(alert.donatorName)}
      onClick={() => askToBlock(alert)}
    >
      <Ban className="i s" />
    </button>
  );
}

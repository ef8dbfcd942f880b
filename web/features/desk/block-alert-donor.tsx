import { useQueryClient } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import { useState } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { BlockDonor } from '#web/ui/block-donor.tsx';
import { sayBlocked } from '#web/ui/block-toast.tsx';
import { useDesk } from './desk-provider.tsx';

/** Blocks whoever an alert is from. A test is from nobody. */
export function BlockAlertDonor({ alert }: { alert: DeskAlert }) {
  const { call } = useDesk();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const words = texts('blocking').donor;
  const readAgain = () => void queries.invalidateQueries({ queryKey: queryKeys.desk });
  if (alert.kind === 'test') return null;
  return (
    <>
      <button
        type="button"
        className="btn small quiet icon"
        title={words.act}
        aria-haspopup="dialog"
        aria-label={words.actFor(alert.donatorName)}
        onClick={() => setAsking(true)}
      >
        <Ban className="i s" />
      </button>
      {asking && (
        <BlockDonor
          donatorName={alert.donatorName}
          block={(kind) => call('blockAlertDonor', { params: { id: alert.id }, body: { kind } })}
          onBlocked={(blocked) => {
            sayBlocked(call, blocked, readAgain);
            readAgain();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

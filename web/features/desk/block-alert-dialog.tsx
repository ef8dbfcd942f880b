import { useQueryClient } from '@tanstack/react-query';
import type { DeskAlert } from '#contract/alerts.ts';
import type { Call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { BlockDonor } from '#web/ui/block-donor.tsx';
import { sayBlocked } from '#web/ui/block-toast.tsx';

interface BlockAlertDialogProps {
  alert: DeskAlert;
  call: Call;
  onClose: () => void;
}

/** Blocks whoever this alert is from, whatever became of it since it was pressed. */
export function BlockAlertDialog({ alert, call, onClose }: BlockAlertDialogProps) {
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: queryKeys.desk });
  return (
    <BlockDonor
      donatorName={alert.donatorName}
      block={(kind) => call('blockAlertDonor', { params: { id: alert.id }, body: { kind } })}
      onBlocked={(blocked) => {
        sayBlocked(call, blocked, readAgain);
        readAgain();
      }}
      onClose={onClose}
    />
  );
}

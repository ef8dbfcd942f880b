import { useQueryClient } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { BlockDonor } from '#web/ui/block-donor.tsx';
import { sayBlocked } from '#web/ui/block-toast.tsx';

interface BlockDonorQuestionProps {
  donation: ListedDonation;
  onClose: () => void;
}

/** Blocks whoever a donation is from, after one question. */
export function BlockDonorQuestion({ donation, onClose }: BlockDonorQuestionProps) {
  const queries = useQueryClient();
  const readAgain = () => {
    for (const queryKey of [queryKeys.donations, queryKeys.desk, queryKeys.blocks])
      void queries.invalidateQueries({ queryKey });
  };
  return (
    <BlockDonor
      donatorName={donation.donatorName}
      block={(kind) => call('blockDonor', { params: { id: donation.id }, body: { kind } })}
      onBlocked={(blocked) => {
        sayBlocked(call, blocked, readAgain);
        readAgain();
      }}
      onClose={onClose}
    />
  );
}

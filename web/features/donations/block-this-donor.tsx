import { useQueryClient } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import { useState } from 'react';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { BlockDonor } from '#web/ui/block-donor.tsx';
import { sayBlocked } from '#web/ui/block-toast.tsx';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

/** Blocks whoever a donation is from. */
export function BlockThisDonor({ donation }: { donation: ListedDonation }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const part = useHandOnFocus<HTMLSpanElement>('li');
  const words = texts('blocking').donor;
  const readAgain = () => {
    for (const queryKey of [queryKeys.donations, queryKeys.desk, queryKeys.blocks])
      void queries.invalidateQueries({ queryKey });
  };
  return (
    <span className="never" ref={part}>
      <button
        type="button"
        className="btn small quiet block-donor"
        title={words.act}
        aria-haspopup="dialog"
        aria-label={words.actFor(donation.donatorName)}
        onClick={() => setAsking(true)}
      >
        <Ban className="i s" />
        <span>{words.act}</span>
      </button>
      {asking && (
        <BlockDonor
          donatorName={donation.donatorName}
          block={(kind) => call('blockDonor', { params: { id: donation.id }, body: { kind } })}
          onBlocked={(blocked) => {
            sayBlocked(call, blocked, readAgain);
            readAgain();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}

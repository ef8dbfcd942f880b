import { useMutation, useQueryClient } from '@tanstack/react-query';
import CircleOff from 'lucide-react/icons/circle-off';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { ClipPlayer } from '#web/ui/clip-player.tsx';
import { formatDate } from '#web/ui/format.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toasts.ts';
import { canBeBlocked, canBeMarkedShown } from './donation-list.ts';
import { DonationMessage } from './donation-message.tsx';
import { NeverShow } from './never-show.tsx';

/** One donation. Names stay at the left beside the avatar; messages take their own direction. */
export function DonationRow({ donation }: { donation: ListedDonation }) {
  return (
    <li className={donation.mediaUrl === null ? '' : 'has-clip'}>
      <Avatar name={donation.donatorName} />
      <div className="nm">
        <div className="clip" dir="auto">
          {donation.donatorName}
        </div>
        <div className="micro faint num">
          {formatDate(donation.createdAt)}
          {donation.late && ', paid late'}
        </div>
      </div>
      <div className="sm">
        <Amount sol={donation.amount} />
      </div>
      <DonationMessage message={donation.message} />
      {donation.mediaUrl !== null && (
        <div className="au">
          <ClipPlayer
            url={donation.mediaUrl}
            durationSeconds={donation.mediaDuration}
            label={`the clip of ${donation.donatorName}`}
          />
        </div>
      )}
      <div className="sb">
        <StatusPill status={donation.status} />
        {donation.isBlocked && (
          <span className="pill">
            <CircleOff className="i" />
            Blocked
          </span>
        )}
      </div>
      <div className="ac">
        {canBeMarkedShown(donation) && <MarkShown id={donation.id} />}
        {canBeBlocked(donation) && <NeverShow donation={donation} />}
      </div>
    </li>
  );
}

function MarkShown({ id }: { id: string }) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: () => call('markShown', { params: { id } }),
    onSuccess: async () => {
      toast.success('Donation marked as shown');
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: () => toast.error('Failed to mark donation as shown'),
  });
  return (
    <button
      type="button"
      className="btn small outline"
      disabled={mark.isPending}
      onClick={() => mark.mutate()}
    >
      Mark as Shown
    </button>
  );
}

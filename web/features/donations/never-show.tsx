import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedDonation } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Keeps a donation off the stream for good, after one question. */
export function NeverShow({ donation }: { donation: ListedDonation }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const block = useMutation({
    mutationFn: () => call('blockDonation', { params: { id: donation.id } }),
    onSuccess: async () => {
      setAsking(false);
      toast.success('It will never be shown');
      await queries.invalidateQueries({ queryKey: queryKeys.donations });
    },
    onError: (error) => toast.error(wordsFor(error, 'This could not be saved. Please try again.')),
  });
  return (
    <>
      <button
        type="button"
        className="btn small danger-quiet"
        aria-label={`Never show the donation of ${donation.donatorName}`}
        onClick={() => setAsking(true)}
      >
        Never show
      </button>
      {asking && (
        <Dialog title="Never show this donation?" onClose={() => setAsking(false)}>
          <p className="muted dialog-text">
            Its name, message and clip stay off your stream, also if it is paid later. The money is not
            touched.
          </p>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              Keep it
            </button>
            <button
              type="button"
              className="btn danger"
              disabled={block.isPending}
              onClick={() => block.mutate()}
            >
              Never show it
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

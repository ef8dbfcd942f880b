import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateForm } from './donate-form.tsx';
import { DonateLayout } from './donate-layout.tsx';
import { LinkNotFound } from './not-found.tsx';
import { TrustNotes } from './trust-notes.tsx';

/** /donate/:linkCode: loading, form, or not found. */
export function DonatePage() {
  const { linkCode = '' } = useParams();
  const page = useQuery({
    queryKey: queryKeys.donationPage(linkCode),
    queryFn: () => donorCall('donationPage', { params: { linkCode } }),
  });
  useTitle(page.data === undefined ? 'Donate' : `Support ${page.data.streamerName}`);

  const { error } = page;
  useEffect(() => {
    if (error !== null) toast.error('Donation link not found');
  }, [error]);

  if (page.isPending) return <PageSpinner />;
  if (page.data === undefined) return <LinkNotFound />;
  const { streamerName, acceptsClips } = page.data;
  return (
    <DonateLayout>
      <div className="aside">
        <div className="stack" style={{ '--gap': '12px' }}>
          <h1 className="title">Support {streamerName}</h1>
          <p className="lead">
            {acceptsClips ? 'Send a Solana donation with optional custom audio' : 'Send a Solana donation'}
          </p>
        </div>
        <TrustNotes streamerName={streamerName} />
      </div>
      <DonateForm linkCode={linkCode} page={page.data} />
      <TrustNotes streamerName={streamerName} below />
    </DonateLayout>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RouteReply } from '#contract/routes.ts';
import { CallProblem } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { useDonateAddress } from './use-donate-address.ts';
import { DonateForm } from './donate-form.tsx';
import { DonateLayout } from './donate-layout.tsx';
import { LastDonationLink } from './last-donation-link.tsx';
import { LinkNotFound } from './link-not-found.tsx';
import { readPage } from './read-page.ts';
import { TrustNotes } from './trust-notes.tsx';
import { useDraft } from './use-draft.ts';
import { useNetworkFirst } from './use-network-first.ts';
import { chosenToken } from './wished-amount.ts';

/** /donate/:linkCode: loading, form, or not found. */
export function DonatePage() {
  const { linkCode } = useDonateAddress();
  const page = useQuery({
    queryKey: queryKeys.donationPage(linkCode),
    queryFn: () => readPage(linkCode),
  });
  const mayStand = useNetworkFirst(page.data !== undefined);
  const words = texts('donate');
  useTitle(page.data === undefined ? words.titles.loading : words.titles.page(page.data.streamerName));

  const { error, isLoadingError } = page;
  useEffect(() => {
    if (error === null) return;
    if (isLoadingError) toast.error(texts('donate').linkNotFound.toast);
    else console.warn('The donation page could not be read anew.', error);
  }, [error, isLoadingError]);

  if (page.isPending) return <PageSpinner label={words.loading} />;
  if (page.data === undefined) {
    const problem = error instanceof CallProblem ? error : null;
    if (problem?.code === 'invalid_link_code' || problem?.code === 'not_found')
      return <LinkNotFound linkCode={linkCode} />;
    const isAnswered = problem?.fromServer === true;
    return <LinkNotFound linkCode={linkCode} isAnswered={isAnswered} onAgain={() => void page.refetch()} />;
  }
  if (!mayStand) return <PageSpinner label={words.loading} />;
  return <FormStep linkCode={linkCode} page={page.data} />;
}

/** The form, and what a donor may ask about what they are filling in. */
function FormStep({ linkCode, page }: { linkCode: string; page: RouteReply<'donationPage'> }) {
  const words = texts('donate');
  const draft = useDraft(linkCode);
  const { streamerName, acceptsClips, channels } = page;
  const token = chosenToken(draft.wishes, page) ?? undefined;
  return (
    <DonateLayout>
      <div className="aside">
        <div className="stack" style={{ '--gap': '12px' }}>
          <h1 className="title">{words.heading(streamerName)}</h1>
          <p className="lead">{acceptsClips ? words.subtitle : words.subtitleWithoutClips}</p>
          <LastDonationLink linkCode={linkCode} />
        </div>
        <TrustNotes streamerName={streamerName} token={token} channels={channels} />
      </div>
      <DonateForm linkCode={linkCode} page={page} draft={draft} />
      <TrustNotes streamerName={streamerName} token={token} channels={channels} below />
    </DonateLayout>
  );
}

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
import { isNotThere, useFirstFacts } from './use-first-facts.ts';
import { useNetworkFirst } from './use-network-first.ts';
import { useStepFocus } from './use-step-focus.ts';
import { chosenToken } from './wished-amount.ts';

/** /donate/:linkCode: loading, form, or not found. */
export function DonatePage() {
  const { linkCode } = useDonateAddress();
  const { data, problem, hasFailed, isAsking, askAgain } = useFirstFacts(
    queryKeys.donationPage(linkCode),
    () => readPage(linkCode),
  );
  const mayStand = useNetworkFirst(data !== undefined);
  const words = texts('donate');
  useTitle(data === undefined ? words.titles.loading : words.titles.page(data.streamerName));

  // Once, however often it is tried again.
  const isMissing = data === undefined && problem !== null;
  useEffect(() => {
    if (isMissing) toast.error(texts('donate').linkNotFound.toast);
  }, [isMissing]);
  useEffect(() => {
    if (problem !== null) console.warn('The donation page could not be read.', problem);
  }, [problem]);

  if (isMissing) {
    if (isNotThere(problem)) return <LinkNotFound linkCode={linkCode} />;
    const isAnswered = problem instanceof CallProblem && problem.fromServer;
    return (
      <LinkNotFound linkCode={linkCode} isAnswered={isAnswered} isAsking={isAsking} onAgain={askAgain} />
    );
  }
  if (data === undefined || !mayStand) return <PageSpinner label={words.loading} />;
  return <FormStep linkCode={linkCode} page={data} isSecond={hasFailed} />;
}

interface FormStepProps {
  linkCode: string;
  page: RouteReply<'donationPage'>;
  isSecond: boolean;
}

/** The form, and what a donor may ask about what they are filling in. */
function FormStep({ linkCode, page, isSecond }: FormStepProps) {
  useStepFocus('form', isSecond);
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

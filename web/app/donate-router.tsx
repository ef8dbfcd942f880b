import { createElement, useEffect } from 'react';
import { DonatePage } from '#web/features/donate/donate-page.tsx';
import { readDonateAddress } from '#web/features/donate/donate-address.ts';
import { OwnQueries } from '#web/lib/own-queries.tsx';
import { usePlace } from '#web/lib/place.ts';
import { page } from './page.ts';
import { PageFrame } from './page-frame.tsx';

const FormPage = page(['donate'], () => Promise.resolve(DonatePage));
const DonationPage = page(
  ['donate', 'donation'],
  async () => (await import('#web/features/donate/donation-page.tsx')).DonationPage,
);
const NotFoundPage = page([], async () => (await import('./not-found-page.tsx')).NotFoundPage);

/** Loads what the address needs, whether that succeeds or fails. */
export async function preloadDonatePage(pathname: string): Promise<void> {
  await pageAt(pathname).preload();
}

/**
 * A donor's addresses, in a document of their own: a donor on a phone waits for nothing of the streamer's area, and what
 * the form needs is named in the document, so that it comes in one go.
 */
export function DonateRouter() {
  const place = usePlace();
  const pageHere = pageAt(place.pathname);
  usePreloadedDonation(pageHere === FormPage);
  return (
    <PageFrame place={place}>
      <OwnQueries>{createElement(pageHere)}</OwnQueries>
    </PageFrame>
  );
}

/** Whoever begins to fill in the form is going to need the donation's own page, and would wait for it once they pressed. */
function usePreloadedDonation(isForm: boolean): void {
  useEffect(() => {
    if (!isForm) return undefined;
    const begun = new AbortController();
    const preload = () => {
      begun.abort();
      void DonationPage.preload();
    };
    const { signal } = begun;
    for (const act of ['focusin', 'pointerdown']) addEventListener(act, preload, { signal });
    return () => begun.abort();
  }, [isForm]);
}

function pageAt(pathname: string): typeof FormPage {
  const address = readDonateAddress(pathname);
  if (address === null) return NotFoundPage;
  return address.donationId === null ? FormPage : DonationPage;
}

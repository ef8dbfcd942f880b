import { BrowserRouter, Route, Routes } from 'react-router';
import { DonatePage } from '#web/features/donate/donate-page.tsx';
import { Leave } from './leave.tsx';
import { page } from './page.ts';
import { PageFrame } from './page-frame.tsx';
import { WithQueries } from './with-queries.tsx';

const FormPage = page(['donate'], () => Promise.resolve(DonatePage));
const DonationPage = page(
  ['donate'],
  async () => (await import('#web/features/donate/donation-page.tsx')).DonationPage,
);

/** Loads what the address needs, whether that succeeds or fails. */
export async function preloadDonatePage(pathname: string): Promise<void> {
  const isDonation = /^\/donate\/[^/]+\/[^/]/.test(pathname);
  await (isDonation ? DonationPage : FormPage).preload();
}

/**
 * A donor's addresses, in a document of their own: a donor on a phone waits for nothing of the streamer's area, and what
 * the form needs is named in the document, so that it comes in one go.
 */
export function DonateRouter() {
  return (
    <BrowserRouter useTransitions={false}>
      <PageFrame>
        <Routes>
          <Route element={<WithQueries />}>
            <Route path="/donate/:linkCode" element={<FormPage />} />
            <Route path="/donate/:linkCode/:donationId" element={<DonationPage />} />
          </Route>
          <Route path="*" element={<Leave />} />
        </Routes>
      </PageFrame>
    </BrowserRouter>
  );
}

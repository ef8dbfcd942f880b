import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { RouteFocus } from './route-focus.tsx';

/** What every page of a router stands in: a spinner while it loads, a way back when it breaks, toasts, focus. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation();
  // Toasts stand top center in general, top right in the donation flow (spec §9).
  const isDonating = pathname.startsWith('/donate/');
  return (
    <>
      <ErrorScreen place={key}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorScreen>
      <RouteFocus />
      <Toaster place={isDonating ? 'top-right' : 'top-center'} />
    </>
  );
}

import { type ReactNode, Suspense } from 'react';
import type { Place } from '#web/lib/place.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { RouteFocus } from './route-focus.tsx';

/** What every page of a router stands in: a spinner while it loads, a way back when it breaks, toasts, focus. */
export function PageFrame({ place, children }: { place: Place; children: ReactNode }) {
  // Toasts stand top center in general, top right in the donation flow (spec §9).
  const isDonating = place.pathname.startsWith('/donate/');
  return (
    <>
      <ErrorScreen place={place.key}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorScreen>
      <RouteFocus place={place} />
      <Toaster place={isDonating ? 'top-right' : 'top-center'} />
    </>
  );
}

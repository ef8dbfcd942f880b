import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { page } from './page.ts';

const NotFoundPage = page([], async () => (await import('./not-found-page.tsx')).NotFoundPage);

/** Where this document was opened. */
const openedAt = location.pathname;

/**
 * For addresses of which this document knows nothing: loads the document that does. When that is this very one, there is
 * nothing at the address.
 */
export function Leave() {
  const { pathname } = useLocation();
  const isElsewhere = pathname !== openedAt;
  useEffect(() => {
    if (isElsewhere) location.replace(location.href);
  }, [isElsewhere]);
  return isElsewhere ? <PageSpinner /> : <NotFoundPage />;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { OwnQueries } from '#web/lib/own-queries.tsx';
import { SessionProvider, useSession } from '#web/lib/session.tsx';
import { onTokenOfOtherTab } from '#web/lib/stored-token.ts';

/** The pages below know who is signed in. */
export function WithSession() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}

/** The pages below are those of whoever is signed in. */
export function SignedIn() {
  const { user } = useSession();
  return (
    <OwnQueries key={user?.id}>
      <ForgetByToken />
      <Outlet />
    </OwnQueries>
  );
}

/** Until it is known whose another tab's token is, nothing of the streamer before may stand on a page that acts with it. */
function ForgetByToken() {
  const queries = useQueryClient();
  useEffect(() => onTokenOfOtherTab(() => queries.clear()), [queries]);
  return null;
}

import { Outlet } from 'react-router';
import { SessionProvider } from '#web/lib/session.tsx';

/** The pages below know who is signed in. */
export function WithSession() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}

import './app.css';
import { useQuery } from '@tanstack/react-query';
import Menu from 'lucide-react/icons/menu';
import { Suspense, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { call } from '#web/lib/call.ts';
import { LiveProvider, useLive } from '#web/lib/live.tsx';
import { queryKeys } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';
import { lampState, OverlayLamp } from '#web/ui/overlay-lamp.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { Drawer } from './drawer.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { page } from './page.ts';
import { SidebarContent } from './sidebar.tsx';

const ClosingNote = page(
  ['settings'],
  async () => (await import('#web/features/settings/closing-note.tsx')).ClosingNote,
);

/** The signed-in area: to /login without a user, a spinner while that is not known. */
export function AppShell() {
  const { user, loading } = useSession();
  if (loading) return <PageSpinner />;
  if (user === null) return <Navigate to="/login" replace />;
  return (
    <LiveProvider key={user.id}>
      <Shell />
    </LiveProvider>
  );
}

function Shell() {
  const { key } = useLocation();
  const { user } = useSession();
  // The drawer remembers the visit it was opened on: going anywhere closes it, also to the page that is there, and for good,
  // because the way back leads to that same visit.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const isOpen = openedOn === key;
  if (openedOn !== null && !isOpen) setOpenedOn(null);
  return (
    <>
      <a className="skip" href="#main">
        {texts('common').skip}
      </a>
      {isOpen && <Drawer onClose={() => setOpenedOn(null)} />}
      <div className="shell">
        <header className="topbar">
          <button
            type="button"
            className="btn icon quiet"
            aria-label={texts('common').shell.openMenu}
            aria-expanded={isOpen}
            onClick={() => setOpenedOn(key)}
          >
            <Menu className="i l" />
          </button>
          <Link className="brand" to="/app">
            <Wordmark />
          </Link>
          <span className="grow" />
          <TopbarLamp />
        </header>
        <aside className="sidebar">
          <SidebarContent />
        </aside>
        <main className="main" id="main" tabIndex={-1}>
          <div className="inner">
            {user?.deletesAt !== undefined && (
              <Suspense>
                <ClosingNote />
              </Suspense>
            )}
            <ErrorScreen place={key}>
              <Suspense fallback={<PageSpinner />}>
                <Outlet />
              </Suspense>
            </ErrorScreen>
          </div>
        </main>
      </div>
    </>
  );
}

function TopbarLamp() {
  const { presence = null } = useLive();
  const desk = useQuery({
    queryKey: queryKeys.desk,
    queryFn: () => call('alertDesk'),
    enabled: presence !== null,
  });
  if (presence === null) return null;
  return <OverlayLamp state={lampState(presence, desk.data?.isPaused)} small />;
}

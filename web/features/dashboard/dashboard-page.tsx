import './dashboard.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DeskProvider } from '#web/features/desk/desk-provider.tsx';
import { call } from '#web/lib/call.ts';
import { useLive } from '#web/lib/live.tsx';
import { queryKeys } from '#web/lib/query.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { DashboardCards } from './dashboard-cards.tsx';
import { loadDashboard } from './load-dashboard.ts';
import { newDayMs } from './new-day.ts';

/** /app */
export function DashboardPage() {
  const user = useUser();
  const { connect, connected } = useLive();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.dashboard,
    queryFn: loadDashboard,
    refetchInterval: newDayMs,
  });
  const words = texts('dashboard');

  useEffect(connect, [connect]);
  useEffect(() => {
    if (error === null) return;
    console.warn('The dashboard could not be loaded.', error);
    // By its name it is said once, however often it fails again: the live connection asks anew as soon as it is open.
    toast.error(texts('dashboard').loadFailed.toast, { id: 'dashboard' });
  }, [error]);

  if (isPending) return <PageSpinner />;
  return (
    <div className="dash">
      <div className="pagehead">
        <div>
          <h1 className="title">{words.title}</h1>
          <p className="muted">{words.welcome(user.username)}</p>
        </div>
        <ConnectionPill />
      </div>
      <DeskProvider call={call} connected={connected}>
        <DashboardCards data={data} onRetry={() => void refetch()} />
      </DeskProvider>
    </div>
  );
}

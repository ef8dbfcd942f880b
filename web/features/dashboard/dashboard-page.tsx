import './dashboard.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DeskProvider, useDesk } from '#web/features/desk/desk-provider.tsx';
import { call } from '#web/lib/call.ts';
import { useLive } from '#web/lib/live.tsx';
import { queryKeys } from '#web/lib/query.ts';
import { useUser } from '#web/lib/session.tsx';
import { useLastingProblem } from '#web/lib/use-lasting-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { DashboardCards } from './dashboard-cards.tsx';
import { loadDashboard } from './load-dashboard.ts';
import { newDayMs } from './new-day.ts';

/** /app */
export function DashboardPage() {
  const { connect, connected } = useLive();
  useEffect(connect, [connect]);
  return (
    <DeskProvider call={call} connected={connected}>
      <Dashboard />
    </DeskProvider>
  );
}

/** So long desk and figures are waited for together; then what has been read is shown, and bones for the rest. */
const togetherMs = 1000;

/** All of it at once, when desk and figures have been read, so that no part pushes down another. */
function Dashboard() {
  const user = useUser();
  const { desk, problem: deskProblem } = useDesk();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.dashboard,
    queryFn: loadDashboard,
    refetchInterval: newDayMs,
  });
  const { problem, forget } = useLastingProblem({ data, error }, queryKeys.dashboard);
  const isPending = data === undefined && problem === null;
  const retry = () => {
    void refetch();
    forget();
  };
  const words = texts('dashboard');
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), togetherMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (error === null) return;
    console.warn('The dashboard could not be loaded.', error);
    // By its name it is said once, however often it fails again: the live connection asks anew as soon as it is open.
    toast.error(texts('dashboard').loadFailed.toast, { id: 'dashboard' });
  }, [error]);

  const isRead = !isPending && (desk !== undefined || deskProblem !== null);
  if (!isRead && !isLate) return <PageSpinner />;
  return (
    <div className="dash">
      <div className="pagehead">
        <div>
          <h1 className="title">{words.title}</h1>
          <p className="muted">{words.welcome(user.username)}</p>
        </div>
        <ConnectionPill />
      </div>
      <DashboardCards data={data} isPending={isPending} onRetry={retry} />
    </div>
  );
}

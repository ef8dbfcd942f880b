import './dashboard.css';
import { useQuery } from '@tanstack/react-query';
import CircleOff from 'lucide-react/icons/circle-off';
import { useEffect } from 'react';
import { call } from '#web/lib/call.ts';
import { useLive } from '#web/lib/live.tsx';
import { queryKeys } from '#web/lib/query.ts';
import { useUser } from '#web/lib/session.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { LinkCards } from './link-cards.tsx';
import { ObsGuide } from './obs-guide.tsx';
import { OnAirCard } from './on-air-card.tsx';
import { ProTips } from './pro-tips.tsx';
import { RecentDonations } from './recent-donations.tsx';
import { Stats } from './stats.tsx';
import { WalletCard } from './wallet-card.tsx';

/** The three calls of the dashboard, sent together (spec §7). */
async function loadDashboard() {
  const [stats, link, recent] = await Promise.all([
    call('donationStats'),
    call('donationLink'),
    call('myDonations', { query: { limit: 5 } }),
  ]);
  return { stats, link, recent: recent.data };
}

/** /app */
export function DashboardPage() {
  useTitle('Dashboard');
  const user = useUser();
  const { connect } = useLive();
  const { data, error, isPending } = useQuery({ queryKey: queryKeys.dashboard, queryFn: loadDashboard });

  useEffect(connect, [connect]);
  useEffect(() => {
    if (error === null) return;
    console.warn('The dashboard could not be loaded.', error);
    toast.error('Failed to load dashboard data');
  }, [error]);

  if (isPending) return <PageSpinner />;
  return (
    <div className="dash">
      <div className="pagehead">
        <div>
          <h1 className="title">Dashboard</h1>
          <p className="muted">Welcome back, {user.username}</p>
        </div>
        <ConnectionPill />
      </div>
      <OnAirCard />
      <Stats stats={data?.stats} />
      <div className="grid c12">
        <RecentDonations donations={data?.recent ?? []} />
        <div className="s5 stack" style={{ '--gap': '24px' }}>
          <WalletCard user={user} />
          <ProTips />
        </div>
        {data !== undefined && <LinkCards link={data.link} />}
        <ObsGuide />
      </div>
    </div>
  );
}

function ConnectionPill() {
  const { connected } = useLive();
  return (
    <span role="status">
      {connected ? (
        <StatusPill status="RECEIVED">Connected</StatusPill>
      ) : (
        <span className="pill">
          <CircleOff className="i" />
          Disconnected
        </span>
      )}
    </span>
  );
}

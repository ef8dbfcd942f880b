import './dashboard.css';
import { useQuery } from '@tanstack/react-query';
import CircleOff from 'lucide-react/icons/circle-off';
import { useEffect } from 'react';
import { DeskProvider } from '#web/features/desk/desk-provider.tsx';
import { call } from '#web/lib/call.ts';
import { useLive } from '#web/lib/live.tsx';
import { queryKeys } from '#web/lib/query.ts';
import { useUser } from '#web/lib/session.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toasts.ts';
import { LinkCards } from './link-cards.tsx';
import { ObsGuide } from './obs-guide.tsx';
import { OnAirCard } from './on-air-card.tsx';
import { ProTips } from './pro-tips.tsx';
import { RecentDonations } from './recent-donations.tsx';
import { Stats } from './stats.tsx';
import { WaitingCard } from './waiting-card.tsx';
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
  const user = useUser();
  const { connect, connected } = useLive();
  const { data, error, isPending } = useQuery({ queryKey: queryKeys.dashboard, queryFn: loadDashboard });

  useEffect(connect, [connect]);
  useEffect(() => {
    if (error === null) return;
    console.warn('The dashboard could not be loaded.', error);
    toast.error('Failed to load dashboard data');
  }, [error]);

  if (isPending) return <PageSpinner />;
  const widgetUrl = data && `${location.origin}/widget/${data.link.linkCode}`;
  return (
    <div className="dash">
      <div className="pagehead">
        <div>
          <h1 className="title">Dashboard</h1>
          <p className="muted">Welcome back, {user.username}</p>
        </div>
        <ConnectionPill />
      </div>
      <DeskProvider call={call} connected={connected}>
        <OnAirCard />
        <Stats stats={data?.stats} />
        <WaitingCard />
      </DeskProvider>
      <div className="grid c12">
        <RecentDonations donations={data?.recent ?? []} />
        <div className="s5 stack" style={{ '--gap': '24px' }}>
          <WalletCard user={user} />
          <ProTips />
        </div>
        {data !== undefined && widgetUrl !== undefined && (
          <LinkCards donationUrl={data.link.url} widgetUrl={widgetUrl} />
        )}
        <ObsGuide widgetUrl={widgetUrl} />
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

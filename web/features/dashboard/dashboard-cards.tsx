import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { useSoundSwitch } from '#web/features/desk/use-kept-switch.ts';
import { useUser } from '#web/lib/session.tsx';
import { ChartCard } from './chart-card.tsx';
import { DonationLinkCard, WidgetCard } from './link-cards.tsx';
import type { DashboardData } from './load-dashboard.ts';
import { LoadFailed } from './load-failed.tsx';
import { ObsGuide } from './obs-guide.tsx';
import { OnAirCard } from './on-air-card.tsx';
import { ProTips } from './pro-tips.tsx';
import { ReadyCard } from './ready-card.tsx';
import { RecentDonations } from './recent-donations.tsx';
import { Stats } from './stats.tsx';
import { SuspendedNote } from './suspended-note.tsx';
import { useKeptSteps } from './use-kept-steps.ts';
import { WaitingCard, WaitingNews } from './waiting-card.tsx';
import { WalletCard } from './wallet-card.tsx';

interface DashboardCardsProps {
  /** Undefined when it could not be loaded. */
  data: DashboardData | undefined;
  onRetry: () => void;
}

/** The overlay first, then the money, then the set-up. What waits for a decision comes up, right below the figures. */
export function DashboardCards({ data, onRetry }: DashboardCardsProps) {
  const user = useUser();
  const { desk } = useDesk();
  const sound = useSoundSwitch(desk?.role);
  const [kept, keep] = useKeptSteps(user.id);
  const widgetUrl = data && `${location.origin}/widget/${data.link.linkCode}`;
  return (
    <>
      <WaitingNews hasSound={sound[0]} />
      {data?.link.isSuspended === true && <SuspendedNote />}
      <OnAirCard />
      {data === undefined ? <LoadFailed onRetry={onRetry} /> : <Stats stats={data.stats} />}
      <div className="grid c12">
        {data !== undefined && (
          <>
            <ChartCard />
            <RecentDonations donations={data.recent} />
            <ReadyCard totalDonations={data.stats.totalDonations} kept={kept} onSeen={keep} />
          </>
        )}
        <WaitingCard sound={sound} />
        {data !== undefined && <DonationLinkCard url={data.link.url} onShared={() => keep('link')} />}
        {widgetUrl !== undefined && <WidgetCard url={widgetUrl} />}
        <ObsGuide widgetUrl={widgetUrl} />
        <div className="s5 stack" style={{ '--gap': '24px' }}>
          <WalletCard user={user} />
          <ProTips />
        </div>
      </div>
    </>
  );
}

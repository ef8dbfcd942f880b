import { useState } from 'react';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { useSoundSwitch } from '#web/features/desk/use-kept-switch.ts';
import { useUser } from '#web/lib/session.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { ChartCard } from './chart-card.tsx';
import { ClosedNote } from './closed-note.tsx';
import { DonationLinkCard, WidgetCard } from './link-cards.tsx';
import type { DashboardData } from './load-dashboard.ts';
import { LoadFailed } from './load-failed.tsx';
import { ObsGuide } from './obs-guide.tsx';
import { OnAirCard } from './on-air-card.tsx';
import { ProTips } from './pro-tips.tsx';
import { ReadyCard } from './ready-card.tsx';
import { RecentDonations } from './recent-donations.tsx';
import { Stats, StatsToCome } from './stats.tsx';
import { SuspendedNote } from './suspended-note.tsx';
import { useKeptSteps } from './use-kept-steps.ts';
import { useOverlay } from './use-overlay.ts';
import { WaitingCard, WaitingNews } from './waiting-card.tsx';
import { WalletCard } from './wallet-card.tsx';

interface DashboardCardsProps {
  /** Undefined until it has been read, and when it could not be. */
  data: DashboardData | undefined;
  isPending: boolean;
  onRetry: () => void;
}

/**
 * The overlay first, then the money, then the set-up: for who comes without any donation the links and the set-up before the
 * money, and they stay there for the visit, so that nothing jumps when the first one arrives. What waits for a decision comes
 * up, right below the figures; until they and the overlay are known nothing else stands there, for the rest comes above it.
 */
export function DashboardCards({ data, isPending, onRetry }: DashboardCardsProps) {
  const user = useUser();
  const { desk } = useDesk();
  const sound = useSoundSwitch(desk?.role);
  const [kept, keep] = useKeptSteps(user.id);
  const [isNew, setNew] = useState<boolean>();
  if (isNew === undefined && data !== undefined) setNew(data.stats.totalDonations === 0);
  // For good: what failed and is read again takes nothing away.
  const [isReading, setReading] = useState(true);
  const overlay = useOverlay();
  if (isReading && overlay !== undefined && !isPending) setReading(false);
  const read = isReading ? undefined : data;
  const widgetUrl = data && `${location.origin}/widget/${data.link.linkCode}`;
  const isSuspended = user.isSuspended === true;
  const isOpen = user.acceptingDonations && !isSuspended;
  const ready = read && (
    <ReadyCard totalDonations={read.stats.totalDonations} isLinkOpen={isOpen} kept={kept} onSeen={keep} />
  );
  const links = read && widgetUrl !== undefined && (
    <>
      <DonationLinkCard url={read.link.url} isOpen={isOpen} onShared={() => keep('link')} />
      <WidgetCard url={widgetUrl} linkCode={read.link.linkCode} />
    </>
  );
  return (
    <>
      <WaitingNews hasSound={sound[0]} />
      {isSuspended && <SuspendedNote />}
      {!isSuspended && !user.acceptingDonations && <ClosedNote />}
      <OnAirCard />
      {data !== undefined && <Stats stats={data.stats} />}
      {data === undefined && (isPending ? <StatsToCome /> : <LoadFailed onRetry={onRetry} />)}
      <div className={isReading ? 'grid c12 is-reading' : 'grid c12'}>
        {isNew && links}
        {isNew && ready}
        {read !== undefined && (
          <>
            <ChartCard />
            <RecentDonations donations={read.recent} />
          </>
        )}
        {!isNew && ready}
        <WaitingCard sound={sound} />
        {!isNew && links}
        {!isReading && (
          <>
            <ObsGuide widgetUrl={widgetUrl} />
            <div className="s5 stack" style={{ '--gap': '24px' }}>
              <WalletCard user={user} />
              <ProTips />
            </div>
          </>
        )}
      </div>
      {isReading && <PageSpinner />}
    </>
  );
}

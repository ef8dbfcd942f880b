import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { ApproveRow, NextRow, TrayRow } from './queue-rows.tsx';
import { QueueSection } from './queue-section.tsx';
import { RecentAlerts } from './recent-alerts.tsx';

/** Everything that waits, and what was settled last. */
export function DeskLists({ desk }: { desk: AlertDesk }) {
  const words = texts('desk').lists;
  return (
    <>
      <QueueSection
        title={words.toApprove}
        className="to-approve"
        count={desk.counts.toApprove}
        alerts={desk.toApprove}
        renderRow={(alert) => <ApproveRow key={alert.id} alert={alert} />}
      />
      <QueueSection
        title={words.next}
        count={desk.counts.next}
        alerts={desk.next}
        renderRow={(alert) => <NextRow key={alert.id} alert={alert} />}
      />
      <QueueSection
        title={words.tray}
        count={desk.counts.tray}
        alerts={desk.tray}
        renderRow={(alert) => <TrayRow key={alert.id} alert={alert} />}
      />
      <RecentAlerts desk={desk} />
    </>
  );
}

/** Whether nothing waits at all. */
export function isDeskEmpty({ counts }: AlertDesk): boolean {
  return counts.toApprove + counts.next + counts.tray === 0;
}

import { useRef, useState } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { useSteadyPresses } from '#web/ui/use-steady-presses.ts';
import { type WaitingList, waitingLists } from './desk-changes.ts';
import { useDesk } from './desk-provider.tsx';
import { ClearedNotice, QueueActs } from './queue-acts.tsx';
import { ApproveRow, NextRow, TrayRow } from './queue-rows.tsx';
import { QueueSection } from './queue-section.tsx';
import { RecentAlerts } from './recent-alerts.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** Everything that waits, and what was settled last. */
export function DeskLists({ desk }: { desk: AlertDesk }) {
  const words = texts('desk').lists;
  const { countWithoutRow } = useDesk();
  const root = useRef<HTMLDivElement>(null);
  const { handlers, noteFocus } = useSteadyPresses(root);
  const handleFocus = useKeptFocus(root, noteFocus);
  // Kept here and not in each list: the rows below a list move with it, and that is noticed here.
  const [unfolded, setUnfolded] = useState<readonly WaitingList[]>([]);
  const section = (list: WaitingList) => ({
    title: words[list],
    count: desk.counts[list],
    countWithoutRow: countWithoutRow(list),
    alerts: desk[list],
    isFolded: !unfolded.includes(list),
    onFold: (isFolded: boolean) =>
      setUnfolded((lists) => (isFolded ? lists.filter((other) => other !== list) : [...lists, list])),
  });
  return (
    <div ref={root} className="desk-lists" onFocus={handleFocus} {...handlers}>
      <QueueSection
        {...section('toApprove')}
        className="to-approve"
        renderRow={(alert) => <ApproveRow key={alert.id} alert={alert} />}
      />
      <QueueSection
        {...section('next')}
        acts={<QueueActs desk={desk} />}
        renderRow={(alert) => <NextRow key={alert.id} alert={alert} />}
      />
      <QueueSection
        {...section('tray')}
        className="tray"
        notice={<ClearedNotice count={desk.cleared ?? 0} />}
        renderRow={(alert) => <TrayRow key={alert.id} alert={alert} />}
      />
      <RecentAlerts desk={desk} />
    </div>
  );
}

/** Whether nothing waits at all, nor stands there decided. */
export function isDeskEmpty(desk: AlertDesk): boolean {
  return waitingLists.every((list) => desk[list].length === 0);
}

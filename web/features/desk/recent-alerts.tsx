import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { AlertDesk } from '#contract/alerts.ts';
import type { SettledHow } from '#contract/donation.ts';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { AlertHead } from './alert-head.tsx';
import { useDesk } from './desk-provider.tsx';

const words = {
  overlay: 'Shown',
  marked: 'Marked as shown',
  skipped: 'Skipped',
  dismissed: 'Dismissed',
  rejected: 'Rejected',
} as const satisfies Record<SettledHow, string>;

/** What has been settled, the newest first; each can be shown once more. */
export function RecentAlerts({ desk }: { desk: AlertDesk }) {
  const nowMs = useNow(30_000);
  const { actions } = useDesk();
  if (desk.recent.length === 0) return null;
  return (
    <details className="qsec recent-alerts">
      <summary>
        <h2>
          <span>Recent</span>
        </h2>
      </summary>
      <ul>
        {desk.recent.map((alert) => (
          <li className="qi" key={alert.id}>
            <AlertHead alert={alert}>
              <span className="micro faint settled">
                {words[alert.settledHow]}
                <br />
                {timeAgo(alert.settledAt, nowMs)}
              </span>
              <button
                type="button"
                className="btn small quiet icon"
                title="Show it once more"
                aria-label={`Replay the alert of ${alert.donatorName}`}
                disabled={actions.isSending}
                onClick={() => actions.replay(alert.id)}
              >
                <RotateCcw className="i s" />
              </button>
            </AlertHead>
          </li>
        ))}
      </ul>
    </details>
  );
}

import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { timeAgo } from '#web/ui/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { AlertHead } from './alert-head.tsx';
import { AlertMessage } from './alert-message.tsx';
import { BlockAlertDonor } from './block-alert-donor.tsx';
import { useDesk } from './desk-provider.tsx';
import { FoldedRows } from './folded-rows.tsx';
import { useKeptSwitch } from './use-kept-switch.ts';

/** What has been settled, the newest first: to be read after it was on stream, where there are words, and shown once more. */
export function RecentAlerts({ desk }: { desk: AlertDesk }) {
  const nowMs = useNow(30_000);
  const { actions } = useDesk();
  // A dock is opened anew with every OBS: who reads what was on stream opens this once.
  const [isOpen, setOpen] = useKeptSwitch('desk-recent', false);
  const [isFolded, setFolded] = useState(true);
  if (desk.recent.length === 0) return null;
  const { acts, lists, settled, settledBlocked } = texts('desk');
  return (
    <details
      className="qsec recent-alerts"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>
          <span>{lists.recent}</span>
          <span className="when-closed">{lists.show}</span>
          <span className="when-open">{lists.hide}</span>
        </h2>
      </summary>
      <FoldedRows
        isFolded={isFolded}
        onFold={setFolded}
        rows={desk.recent.map((alert) => (
          <li className="qi" key={alert.id}>
            <AlertHead alert={alert}>
              <span className="row acts" style={{ '--gap': '2px' }}>
                {!alert.isBlocked && <BlockAlertDonor alert={alert} />}
                <button
                  type="button"
                  className="btn small quiet icon"
                  title={acts.replayTitle}
                  aria-label={acts.replayLabel(donorNameOf(alert))}
                  aria-disabled={actions.isSending}
                  onClick={() => actions.replay(alert.id)}
                >
                  <RotateCcw className="i s" />
                </button>
              </span>
            </AlertHead>
            <p className="micro faint settled">
              {lists.settled(
                alert.isBlocked ? settledBlocked : settled[alert.settledHow],
                timeAgo(alert.settledAt, nowMs),
              )}
            </p>
            {alert.message !== '' && <AlertMessage alert={alert} />}
          </li>
        ))}
      />
    </details>
  );
}

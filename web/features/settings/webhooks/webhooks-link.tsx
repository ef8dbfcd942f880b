import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { useWebhooks } from './use-webhooks.ts';

/** The way from the settings to the webhooks; it says where something is wrong with one. */
export function WebhooksLink() {
  const words = texts('settings').webhooks;
  const { data } = useWebhooks();
  const webhooks = data?.data ?? [];
  const isOff = webhooks.some(({ disabledWhy }) => disabledWhy !== null);
  const isFailing = webhooks.some(({ failingSince, isActive }) => isActive && failingSince !== null);
  return (
    <section className="card stack" aria-labelledby="webhooks">
      <h2 className="h2" id="webhooks">
        {words.heading}
      </h2>
      <p className="muted small">{words.lead}</p>
      {(isOff || isFailing) && (
        <p className="note warn">
          <TriangleAlert className="i" />
          {isOff ? words.switchedOff : words.failing}
        </p>
      )}
      <div className="row wrapx">
        <Link className="btn small secondary" to="/app/webhooks">
          {words.open}
        </Link>
        {webhooks.length > 0 && <span className="small faint">{words.count(webhooks.length)}</span>}
      </div>
    </section>
  );
}

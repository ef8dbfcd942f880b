import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { SettingsLink } from '#web/features/settings/settings-link.tsx';
import { texts } from '#web/texts/texts.ts';
import { useWebhooks } from './use-webhooks.ts';

/** The way from the settings to the webhooks; it says where something is wrong with one. */
export function WebhooksLink() {
  const words = texts('settings').webhooks;
  const { data } = useWebhooks();
  const webhooks = data?.data ?? [];
  const isOff = webhooks.some(({ disabledWhy }) => disabledWhy !== null);
  const isFailing = webhooks.some(({ failingSince, isActive }) => isActive && failingSince !== null);
  const count = webhooks.length > 0 && <span className="small faint">{words.count(webhooks.length)}</span>;
  return (
    <SettingsLink id="webhooks" to="/app/webhooks" words={words} beside={count}>
      {(isOff || isFailing) && (
        <p className="note warn">
          <TriangleAlert className="i" />
          {isOff ? words.switchedOff : words.failing}
        </p>
      )}
    </SettingsLink>
  );
}

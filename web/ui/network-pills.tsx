import { texts } from '#web/texts/texts.ts';
import { useConfig } from '#web/lib/use-config.ts';

/** The network's name once it is known, and 'Sandbox' where no real wallet can reach it. */
export function NetworkPills() {
  const config = useConfig();
  return (
    <span className="row network-pills">
      <span className="pill plain">{config.networkLabel}</span>
      {config.sandbox && <span className="pill plain st-transferred">{texts('common').sandbox}</span>}
    </span>
  );
}

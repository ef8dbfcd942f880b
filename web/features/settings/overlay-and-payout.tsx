import { texts } from '#web/texts/texts.ts';
import { PayoutAddress } from './payout-address.tsx';
import { TimeZone } from './time-zone.tsx';
import { WidgetLink } from './widget-link.tsx';

/** The widget's secret link, where the money goes, and when a day begins. */
export function OverlayAndPayout() {
  return (
    <section className="card stack" aria-labelledby="payout" tabIndex={-1}>
      <h2 className="h2" id="payout">
        {texts('settings').overlay.heading}
      </h2>
      <WidgetLink />
      <hr />
      <div className="cols2">
        <PayoutAddress />
        <TimeZone />
      </div>
    </section>
  );
}

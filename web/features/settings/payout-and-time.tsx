import { PayoutAddress } from './payout-address.tsx';
import { TimeZone } from './time-zone.tsx';

/** Where the money goes, and when a day begins. */
export function PayoutAndTime() {
  return (
    <section className="card stack" aria-labelledby="payout">
      <h2 className="h2" id="payout">
        Payout and time zone
      </h2>
      <PayoutAddress />
      <hr />
      <TimeZone />
    </section>
  );
}

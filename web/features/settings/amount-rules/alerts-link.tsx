import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';

/** The way from the settings to what is otherwise about alerts of some amounts. */
export function AlertsLink() {
  const words = texts('settings').amountRules;
  return (
    <section className="card stack" aria-labelledby="amount-rules">
      <h2 className="h2" id="amount-rules">
        {words.heading}
      </h2>
      <p className="muted small">{words.lead}</p>
      <div className="row wrapx">
        <Link className="btn small secondary" to="/app/alerts">
          {words.open}
        </Link>
      </div>
    </section>
  );
}

import { problems } from '#contract/problem.ts';

/** Every refusal that a call can answer with. */
export function Refusals() {
  return (
    <section className="group" aria-labelledby="refusals">
      <h2 className="h2" id="refusals">
        Refusals
      </h2>
      <p className="muted">Branch on the code; the message is for a person and may change.</p>
      <article className="card">
        <dl className="fields">
          {Object.entries(problems).map(([code, [status, message]]) => (
            <div key={code}>
              <dt className="mono small">
                {status} {code}
              </dt>
              <dd>{message}</dd>
            </div>
          ))}
        </dl>
      </article>
    </section>
  );
}

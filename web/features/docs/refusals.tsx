import { problems } from '#contract/problem.ts';

/** A refusal as calls answer it. */
export interface DocumentedRefusal {
  code: string;
  status: number;
  message: string;
  /** What a search looks in, in lower case. */
  searched: string;
}

/** Every refusal that a call can answer with. */
export const documentedRefusals: readonly DocumentedRefusal[] = Object.entries(problems).map(
  ([code, [status, message]]) => ({
    code,
    status,
    message,
    searched: `${status} ${code} ${message}`.toLowerCase(),
  }),
);

export function Refusals({ refusals }: { refusals: readonly DocumentedRefusal[] }) {
  return (
    <dl className="fields">
      {refusals.map(({ code, status, message }) => (
        <div key={code}>
          <dt className="mono small">
            {status} {code}
          </dt>
          <dd>{message}</dd>
        </div>
      ))}
    </dl>
  );
}

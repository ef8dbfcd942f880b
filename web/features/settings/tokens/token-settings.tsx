import './tokens.css';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { TokenRow } from './token-row.tsx';
import { useTokenSection } from './use-token-section.ts';

/** Which tokens donors may pay in beside SOL. Nothing where the operator allows none. */
export function TokenSettings() {
  const words = texts('settings').tokens;
  const { data, error, refetch, isThere } = useTokenSection();
  if (!isThere) return null;
  return (
    <section className="card stack" aria-labelledby="tokens">
      <div className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h2" id="tokens">
          {words.heading}
        </h2>
        <p className="muted small">
          {words.lead}{' '}
          <Link className="link" to="/guide/donation-link#tokens">
            {words.guide}
          </Link>
        </p>
      </div>
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="tokens">
          {data.data.map((token) => (
            <TokenRow key={token.mint} token={token} />
          ))}
        </ul>
      )}
      <p className="hint">{words.countSol}</p>
    </section>
  );
}

import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Token } from '#contract/tokens.ts';
import { explorerAddressLink } from '#web/lib/explorer-link.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { InFours } from '#web/ui/in-fours.tsx';

/** What must not be sent here, which token is meant exactly, and what the donor's wallet needs besides. */
export function TokenNote({ token }: { token: Token }) {
  const { payment } = texts('donation');
  const { symbol, mint } = token;
  const link = explorerAddressLink(useConfig(), mint);
  return (
    <div className="note warn">
      <TriangleAlert className="i" />
      <p>
        <b>{payment.sendOnly(symbol)}</b> {payment.sendOnlyMore(symbol)} {payment.needsSol}{' '}
        {payment.mint(symbol)}{' '}
        <span className="addr whole">
          <InFours text={mint} />
        </span>
        {link !== null && (
          <a className="link" href={link} target="_blank" rel="noreferrer">
            {payment.inExplorer}
          </a>
        )}
      </p>
    </div>
  );
}

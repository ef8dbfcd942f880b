import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Token } from '#contract/tokens.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { shortAddress } from '#web/ui/format.ts';
import { explorerAddressLink } from './explorer-link.ts';

/** What must not be sent here, which token is meant exactly, and what the donor's wallet needs besides. */
export function TokenNote({ token }: { token: Token }) {
  const { payment } = texts('donate');
  const { symbol, mint } = token;
  const link = explorerAddressLink(useConfig(), mint);
  return (
    <div className="note warn">
      <TriangleAlert className="i" />
      <p>
        <b>{payment.sendOnly(symbol)}</b> {payment.sendOnlyMore(symbol)} {payment.needsSol}{' '}
        {payment.mint(symbol)}{' '}
        {link === null ? (
          <span className="mono" title={mint}>
            {shortAddress(mint)}
          </span>
        ) : (
          <a className="link mono" href={link} title={mint} target="_blank" rel="noreferrer">
            {shortAddress(mint)}
          </a>
        )}
      </p>
    </div>
  );
}

import ExternalLink from 'lucide-react/icons/external-link';
import { Link } from 'react-router';
import type { Wallet } from '#contract/wallet.ts';
import type { RouteReply } from '#contract/routes.ts';
import { explorerAddressLink } from '#web/lib/explorer-link.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { TokenAmount } from '#web/ui/amount.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useTokenName } from '#web/ui/use-token-name.ts';
import { useWalletTokens } from './use-wallet.ts';

type HeldToken = RouteReply<'walletTokens'>['data'][number];

/** What the wallet holds beside SOL. Nothing where the operator never allowed a token. */
export function WalletTokens({ wallet }: { wallet: Wallet }) {
  const words = texts('wallet').tokens;
  const { data } = useWalletTokens();
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="tokens">
      <h2 className="h3" id="tokens">
        {words.title}
      </h2>
      <ul className="rows held">
        {data.data.map((token) => (
          <Held key={token.mint} token={token} />
        ))}
      </ul>
      <p className="small muted">
        {wallet.payoutAddress === null ? words.here : words.elsewhere}{' '}
        <Link className="link" to="/guide/money-and-keys#tokens">
          {words.guide}
        </Link>
      </p>
    </section>
  );
}

function Held({ token }: { token: HeldToken }) {
  const words = texts('wallet').tokens;
  const { mint, symbol, amount } = token;
  const link = explorerAddressLink(useConfig(), mint);
  return (
    <li className="row between">
      <div>
        <div className="what">{symbol}</div>
        <div className="micro faint">{useTokenName(mint)}</div>
      </div>
      <div className="row" style={{ '--gap': '8px' }}>
        <span className="moved num">
          {amount === null ? words.unknown : <TokenAmount sum={{ ...token, amount }} />}
        </span>
        {link === null ? (
          <CopyButton
            text={mint}
            label={words.copy(symbol)}
            done={words.copied}
            className="icon small quiet"
          />
        ) : (
          <a
            className="btn icon small quiet"
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={words.explorer(symbol)}
            title={words.explorer(symbol)}
          >
            <ExternalLink className="i s" />
          </a>
        )}
      </div>
    </li>
  );
}

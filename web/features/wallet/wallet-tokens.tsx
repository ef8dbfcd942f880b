import ExternalLink from 'lucide-react/icons/external-link';
import { Link } from 'react-router';
import type { Wallet } from '#contract/wallet.ts';
import type { Token } from '#contract/tokens.ts';
import { explorerAddressLink } from '#web/lib/explorer-link.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { TokenAmount } from '#web/ui/amount.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useTokenName } from '#web/ui/use-token-name.ts';
import { useWalletTokens } from './use-wallet.ts';

/**
 * What the wallet holds beside SOL. Nothing where the operator never allowed a token. Which tokens these are comes with the
 * wallet: the card has its height before their amounts are read, and nothing below it moves.
 */
export function WalletTokens({ wallet }: { wallet: Wallet }) {
  const words = texts('wallet').tokens;
  const { data, isFetched } = useWalletTokens(wallet);
  const tokens = wallet.tokens ?? data?.data ?? [];
  if (tokens.length === 0) return null;
  const amountOf = (mint: string) => {
    const held = data?.data.find((each) => each.mint === mint);
    return held === undefined && !isFetched ? undefined : (held?.amount ?? null);
  };
  return (
    <section className="card stack" aria-labelledby="tokens">
      <h2 className="h3" id="tokens">
        {words.title}
      </h2>
      <ul className="rows held">
        {tokens.map((token) => (
          <Held key={token.mint} token={token} amount={amountOf(token.mint)} />
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

interface HeldProps {
  token: Token;
  /** Null: unknown; undefined until it has been read. */
  amount: string | null | undefined;
}

function Held({ token, amount }: HeldProps) {
  const words = texts('wallet').tokens;
  const { mint, symbol } = token;
  const link = explorerAddressLink(useConfig(), mint);
  return (
    <li className="row between">
      <div>
        <div className="what">{symbol}</div>
        <div className="micro faint">{useTokenName(mint)}</div>
      </div>
      <div className="row" style={{ '--gap': '8px' }}>
        <span className="moved num" aria-busy={amount === undefined}>
          {amount === undefined && <span className="skeleton" />}
          {amount === null && words.unknown}
          {typeof amount === 'string' && <TokenAmount sum={{ ...token, amount }} />}
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

import { Link } from 'react-router';
import type { User } from '#contract/account.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { previewAddress } from '#web/ui/format.ts';

/** Address, network and minimum (spec §2, Wallet Information), and where the money goes: it may be another wallet. */
export function WalletCard({ user }: { user: User }) {
  const config = useConfig();
  const words = texts('dashboard').wallet;
  return (
    <section className="card" aria-labelledby="wallet">
      <header>
        <h2 className="h3" id="wallet">
          {words.title}
        </h2>
        <Link className="link small" to="/app/wallet">
          {words.open}
        </Link>
      </header>
      <dl className="facts">
        <div>
          <dt>{words.address}</dt>
          <dd className="row" style={{ '--gap': '4px' }}>
            <span className="mono">{previewAddress(user.walletAddress)}</span>
            <CopyButton
              text={user.walletAddress}
              done={words.copied}
              label={words.copy}
              className="icon small quiet"
            />
          </dd>
        </div>
        <div>
          <dt>{words.payouts}</dt>
          <dd className="row wrapx" style={{ '--gap': '0 12px' }}>
            {user.payoutAddress === null ? (
              <>
                {words.here}
                <Link className="link small" to="/app/settings#payout">
                  {words.choose}
                </Link>
              </>
            ) : (
              <span className="mono">{previewAddress(user.payoutAddress)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.network}</dt>
          <dd className="row" style={{ '--gap': '8px' }}>
            {config.networkLabel}
            {config.sandbox && <span className="pill plain st-transferred">{texts('common').sandbox}</span>}
          </dd>
        </div>
        <div>
          <dt>{words.minimum}</dt>
          <dd>
            <Amount sol={user.minDonationAmount} isExact />
            <FiatNow sol={user.minDonationAmount} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

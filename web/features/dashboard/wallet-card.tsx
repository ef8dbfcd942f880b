import type { User } from '#contract/account.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { Amount } from '#web/ui/amount.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { previewAddress } from '#web/ui/format.ts';

/** Address, network and minimum (spec §2, Wallet Information). */
export function WalletCard({ user }: { user: User }) {
  const config = useConfig();
  return (
    <section className="card" aria-labelledby="wallet">
      <header>
        <h2 className="h3" id="wallet">
          Wallet Information
        </h2>
        {config.sandbox && <span className="pill plain st-transferred">Sandbox</span>}
      </header>
      <dl className="facts">
        <div>
          <dt>Wallet address</dt>
          <dd className="row" style={{ '--gap': '4px' }}>
            <span className="mono">{previewAddress(user.walletAddress)}</span>
            <CopyButton
              text={user.walletAddress}
              done="Wallet address copied!"
              label="Copy wallet address"
              className="icon small quiet"
            />
          </dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>{config.networkLabel}</dd>
        </div>
        <div>
          <dt>Minimum Donation</dt>
          <dd>
            <Amount sol={user.minDonationAmount} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

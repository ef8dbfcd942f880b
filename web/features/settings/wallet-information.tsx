import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { User } from '#contract/account.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { previewAddress } from '#web/ui/format.ts';
import { PrivateKey } from './private-key.tsx';

/** Address and private key of the generated wallet. */
export function WalletInformation({ user }: { user: User }) {
  return (
    <section className="card stack">
      <h2 className="h2">Wallet Information</h2>
      <div className="field">
        <span className="flabel">Wallet address</span>
        <CopyLine
          value={user.walletAddress}
          shown={previewAddress(user.walletAddress)}
          label="Copy wallet address"
          done="Wallet address copied to clipboard"
        />
      </div>
      <div className="note danger">
        <TriangleAlert className="i" />
        <p>
          <b>Never share your private key.</b> Anyone who has it controls the wallet.
        </p>
      </div>
      <PrivateKey />
    </section>
  );
}

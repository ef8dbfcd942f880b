import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { User } from '#contract/account.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { previewAddress } from '#web/ui/format.ts';
import { PrivateKey } from './private-key.tsx';

/** Address and private key of the generated wallet. */
export function WalletInformation({ user }: { user: User }) {
  const words = texts('settings').wallet;
  return (
    <section className="card stack" aria-labelledby="wallet">
      <div className="row between wrapx">
        <h2 className="h2" id="wallet">
          {words.heading}
        </h2>
        <Link className="link small" to="/app/wallet">
          {words.open}
        </Link>
      </div>
      <div className="field">
        <span className="flabel">{words.address}</span>
        <CopyLine
          value={user.walletAddress}
          shown={previewAddress(user.walletAddress)}
          label={words.copyAddress}
          done={words.addressCopied}
        />
      </div>
      <div className="note danger">
        <TriangleAlert className="i" />
        <p>
          <b>{words.warning}</b> {words.warningMore}
        </p>
      </div>
      <PrivateKey />
    </section>
  );
}

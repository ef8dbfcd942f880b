import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { RouteReply } from '#contract/routes.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** The private key and the donation link, shown once after registration. */
export function AccountCreated({ created }: { created: RouteReply<'register'> }) {
  return (
    <AuthLayout cheering>
      <div className="stack" style={{ '--gap': '12px' }}>
        <StatusPill status="RECEIVED">{created.user.username}</StatusPill>
        <h1 className="title">Account Created Successfully!</h1>
        <p className="muted">Two things to keep before you go on.</p>
      </div>
      <section className="stack" style={{ '--gap': '10px' }} aria-labelledby="key-heading">
        <h2 className="h3" id="key-heading">
          Private key
        </h2>
        <div className="keybox">
          <textarea
            className="k input"
            readOnly
            rows={3}
            aria-labelledby="key-heading"
            value={created.walletPrivateKey}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="f">
            <span className="small">Anyone with this key owns the wallet</span>
            <CopyButton
              text={created.walletPrivateKey}
              done="Private key copied to clipboard"
              label="Copy"
              className="small secondary"
              words
              pauses
            />
          </div>
        </div>
        <div className="note warn">
          <TriangleAlert className="i" />
          <p>
            <b>Save your private key now.</b> Store it in a safe place and never share it. It is shown only
            now, but you can access it later in settings.
          </p>
        </div>
      </section>
      <section className="stack" style={{ '--gap': '10px' }}>
        <h2 className="h3">Donation link</h2>
        <CopyLine
          value={`${location.origin}/donate/${created.donationLink}`}
          label="Copy donation link"
          done="Donation link copied!"
        />
      </section>
      <Link className="btn primary tap block" to="/app" replace>
        Continue to Dashboard
      </Link>
    </AuthLayout>
  );
}

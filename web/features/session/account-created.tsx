import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { RouteReply } from '#contract/routes.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import { RecoveryCodeBox } from './recovery-code-box.tsx';
import { SecretBox } from './secret-box.tsx';

/** The private key, the recovery code and the donation link, shown once after registration. */
export function AccountCreated({ created }: { created: RouteReply<'register'> }) {
  const words = texts('session').created;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(words.title);
  // The form that had the focus is gone: whoever reads by ear starts with what happened.
  useEffect(() => heading.current?.focus(), []);
  return (
    <AuthLayout cheering aside={<StatusPill status="RECEIVED">{created.user.username}</StatusPill>}>
      <div className="stack" style={{ '--gap': '8px' }}>
        <h1 className="title" ref={heading} tabIndex={-1}>
          {words.heading}
        </h1>
        <p className="muted">{words.lead}</p>
      </div>
      <div className="stack" style={{ '--gap': '8px' }}>
        <SecretBox
          heading={words.privateKey}
          value={created.walletPrivateKey}
          rows={3}
          note={words.whoHasIt}
          actions={
            <CopyButton
              text={created.walletPrivateKey}
              done={words.keyCopied}
              label={words.copyKey}
              className="small secondary"
              words
              pauses
            />
          }
        />
        <div className="note warn">
          <TriangleAlert className="i" />
          <p>
            <b>{words.warning}</b> {words.warningMore}
          </p>
        </div>
      </div>
      <RecoveryCodeBox
        heading={words.recoveryCode}
        note={words.recoveryMore}
        username={created.user.username}
        code={created.recoveryCode}
      />
      <section className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h3">{words.donationLink}</h2>
        <CopyLine
          value={`${location.origin}/donate/${created.donationLink}`}
          label={words.copyLink}
          done={words.linkCopied}
          wraps
        />
      </section>
      <div className="go-on">
        <Link className="btn primary tap block" to="/app" replace>
          {words.goOn}
        </Link>
      </div>
    </AuthLayout>
  );
}

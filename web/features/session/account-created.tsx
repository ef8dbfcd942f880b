import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { RouteReply } from '#contract/routes.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { LinkWithCode } from '#web/ui/link-with-code.tsx';
import { ArrivalLayout } from './arrival-layout.tsx';
import { RecoveryCodeBox } from './recovery-code-box.tsx';
import { SecretBox } from './secret-box.tsx';

/** The private key, the recovery code and the donation link, shown once after registration. */
export function AccountCreated({ created }: { created: RouteReply<'register'> }) {
  const words = texts('session').created;
  const donationUrl = `${location.origin}/donate/${created.donationLink}`;
  return (
    <ArrivalLayout username={created.user.username} words={words}>
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
          value={donationUrl}
          shown={<LinkWithCode url={donationUrl} />}
          label={words.copyLink}
          done={words.linkCopied}
          wraps
        />
      </section>
    </ArrivalLayout>
  );
}

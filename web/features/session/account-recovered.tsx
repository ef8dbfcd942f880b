import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import type { Recovered } from './recover-account.ts';
import { RecoveryCodeBox } from './recovery-code-box.tsx';

/** Back in: the recovery code that takes the place of the one before, shown once. */
export function AccountRecovered({ recovered }: { recovered: Recovered }) {
  const words = texts('session').recovered;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(words.title);
  // The form that had the focus is gone: whoever reads by ear starts with what happened.
  useEffect(() => heading.current?.focus(), []);
  return (
    <AuthLayout cheering aside={<StatusPill status="RECEIVED">{recovered.user.username}</StatusPill>}>
      <div className="stack" style={{ '--gap': '8px' }}>
        <h1 className="title" ref={heading} tabIndex={-1}>
          {words.heading}
        </h1>
        <p className="muted">{words.lead}</p>
      </div>
      <RecoveryCodeBox
        heading={words.nextCode}
        note={words.nextCodeMore}
        username={recovered.user.username}
        code={recovered.recoveryCode}
      />
      <div className="go-on">
        <Link className="btn primary tap block" to="/app" replace>
          {words.goOn}
        </Link>
      </div>
    </AuthLayout>
  );
}

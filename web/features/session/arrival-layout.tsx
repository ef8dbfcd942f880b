import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';

interface ArrivalLayoutProps {
  username: string;
  words: { title: string; heading: string; lead: string; goOn: string };
  /** What is shown this one time. */
  children: ReactNode;
}

/** Signed in by what a form did: its outcome takes the form's place, and leads on into the app. */
export function ArrivalLayout({ username, words, children }: ArrivalLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(words.title);
  // The form that had the focus is gone: whoever reads by ear starts with what happened.
  useEffect(() => heading.current?.focus(), []);
  return (
    <AuthLayout cheering aside={<StatusPill status="RECEIVED">{username}</StatusPill>}>
      <div className="stack" style={{ '--gap': '8px' }}>
        <h1 className="title" ref={heading} tabIndex={-1}>
          {words.heading}
        </h1>
        <p className="muted">{words.lead}</p>
      </div>
      {children}
      <div className="go-on">
        <Link className="btn primary tap block" to="/app" replace>
          {words.goOn}
        </Link>
      </div>
    </AuthLayout>
  );
}

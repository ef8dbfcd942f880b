import './session.css';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { BigMark, Wordmark } from '#web/ui/brand.tsx';

interface AuthLayoutProps {
  /** The picture at the right is green after success and quiet before. */
  cheering?: boolean;
  children: ReactNode;
}

/** Form at the left, the big mark at the right; one column on phones. */
export function AuthLayout({ cheering = false, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <div className="col">
        <header className="row between">
          <Link className="brand" to="/">
            <Wordmark />
          </Link>
          {!cheering && (
            <Link className="btn quiet" to="/">
              <ChevronLeft className="i s" />
              {texts('session').backToHome}
            </Link>
          )}
        </header>
        <main id="main" className={cheering ? 'form wide stack' : 'form stack'}>
          {children}
        </main>
      </div>
      <aside className={cheering ? 'side' : 'side calm'} aria-hidden="true">
        <BigMark />
      </aside>
    </div>
  );
}

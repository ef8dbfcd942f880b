import './session.css';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { BigMark, Wordmark } from '#web/ui/brand.tsx';
import { LanguageChoice } from '#web/ui/language-choice.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import { keepUsername } from './kept-username.ts';

interface AuthLayoutProps {
  /** Stands at the right of the page's head; by itself the way home. */
  aside?: ReactNode;
  /** The picture at the right is green after success and quiet before. */
  cheering?: boolean;
  /** The username as it is typed so far, to be carried over a change of the language. Without it there is no such choice. */
  typedUsername?: () => string;
  children: ReactNode;
}

/** Form at the left, the big mark at the right; one column on phones. */
export function AuthLayout({ aside, cheering = false, typedUsername, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <div className="col">
        <header className="row between wrapx">
          <Link className="brand" to="/">
            <Wordmark />
          </Link>
          {aside ?? <WayHome />}
        </header>
        <main id="main" className={cheering ? 'form wide stack' : 'form stack'}>
          {children}
        </main>
        {typedUsername !== undefined && (
          <footer className="row between wrapx auth-foot">
            <LegalLinks />
            <LanguageChoice onLeave={() => keepUsername(typedUsername())} />
          </footer>
        )}
      </div>
      <aside className={cheering ? 'side' : 'side calm'} aria-hidden="true">
        <BigMark />
      </aside>
    </div>
  );
}

function WayHome() {
  return (
    <Link className="btn quiet" to="/">
      <ChevronLeft className="i s" />
      {texts('session').backToHome}
    </Link>
  );
}

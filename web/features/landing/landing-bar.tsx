import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useIsSignedIn } from '#web/lib/use-is-signed-in.ts';
import { texts } from '#web/texts/texts.ts';
import { Wordmark } from '#web/ui/brand.tsx';

interface BarProps {
  /** Null hides the link. */
  socialUrl: string | null;
}

/** The public top bar; on small screens a menu offers the same links, also to whoever has no script. */
export function LandingBar({ socialUrl }: BarProps) {
  const words = texts('landing').bar;
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    // Escape belongs to whatever in the bar has the focus.
    <header className="wrap" onKeyDown={handleKey}>
      <div className="bar">
        <a className="brand" href="/">
          <Wordmark />
        </a>
        <nav aria-label={words.label}>
          <BarLinks socialUrl={socialUrl} />
        </nav>
        <button
          ref={toggle}
          type="button"
          className="btn icon tap quiet menu"
          aria-label={open ? words.closeMenu : words.openMenu}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <X className="i l" /> : <Menu className="i l" />}
        </button>
      </div>
      <nav className="menu-sheet" id="menu" aria-label={words.label} hidden={!open}>
        <BarLinks socialUrl={socialUrl} />
      </nav>
      <noscript>
        <nav className="menu-sheet" aria-label={words.label}>
          <BarLinks socialUrl={socialUrl} />
        </nav>
      </noscript>
    </header>
  );
}

function BarLinks({ socialUrl }: BarProps) {
  const words = texts('landing').bar;
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <a className="btn quiet" href="/white-paper.pdf" target="_blank" rel="noreferrer">
        {words.whitePaper}
      </a>
      {socialUrl !== null && (
        <a className="btn quiet" href={socialUrl} target="_blank" rel="noreferrer">
          {words.social}
        </a>
      )}
      <a className="btn quiet" href="/guide">
        {words.guide}
      </a>
      {isSignedIn ? (
        <a className="btn primary" href="/app">
          {words.dashboard}
        </a>
      ) : (
        <>
          <a className="btn quiet" href="/login">
            {words.signIn}
          </a>
          <a className="btn primary" href="/register">
            {words.getStarted}
          </a>
        </>
      )}
    </>
  );
}

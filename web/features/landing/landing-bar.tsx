import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConfig } from '#web/lib/use-config.ts';
import { Wordmark } from '#web/ui/brand.tsx';

/** The public top bar; on small screens a menu offers the same links. */
export function LandingBar() {
  const [open, setOpen] = useState(false);
  return (
    <header className="wrap">
      <div className="bar">
        <Link className="brand" to="/">
          <Wordmark />
        </Link>
        <nav aria-label="Main">
          <BarLinks />
        </nav>
        <button
          type="button"
          className="btn icon tap quiet menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <X className="i l" /> : <Menu className="i l" />}
        </button>
      </div>
      {open && (
        <nav className="menu-sheet" aria-label="Menu">
          <BarLinks />
        </nav>
      )}
    </header>
  );
}

function BarLinks() {
  const { socialUrl } = useConfig();
  return (
    <>
      {socialUrl !== null && (
        <a className="btn quiet" href={socialUrl} target="_blank" rel="noreferrer">
          Follow us
        </a>
      )}
      <Link className="btn quiet" to="/login">
        Sign In
      </Link>
      <Link className="btn primary" to="/register">
        Get Started
      </Link>
    </>
  );
}

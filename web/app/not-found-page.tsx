import { Link } from 'react-router';
import { Wordmark } from '#web/ui/brand.tsx';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** An address that leads nowhere. */
export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <>
      <header className="wrap bar">
        <Link className="brand" to="/">
          <Wordmark />
        </Link>
      </header>
      <main className="wrap empty" id="main">
        <Levels heights={['6px', '6px', '6px', '6px', '6px', '6px', '6px']} />
        <h1 className="title">Page not found</h1>
        <p className="lead">There is nothing at this address.</p>
        <Link className="btn primary" to="/">
          Back to home
        </Link>
      </main>
    </>
  );
}

import './docs.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Wordmark } from '#web/ui/brand.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { readOpenApi } from './openapi.ts';
import { Reference } from './reference.tsx';

/** The server's own description; it is not a call of the contract. */
const documentUrl = '/api/openapi.json';

async function loadDocument() {
  const response = await fetch(documentUrl);
  if (!response.ok) throw new Error(`The description could not be loaded: ${response.status}.`);
  return readOpenApi(await response.json());
}

/** /api/docs: every call and socket event, readable without leaving the page's rules. */
export function DocsPage() {
  useTitle('API');
  const { data, isPending } = useQuery({ queryKey: ['openapi'], queryFn: loadDocument });
  return (
    <>
      <header className="wrap bar">
        <Link className="brand" to="/">
          <Wordmark />
        </Link>
        <a className="link small" href={documentUrl}>
          openapi.json
        </a>
      </header>
      <main className="wrap docs" id="main" lang="en">
        <div className="stack" style={{ '--gap': '12px' }}>
          <h1 className="title">API</h1>
          <p className="lead">Everything the pages do, you can do as well.</p>
          <p className="muted">
            Send the token of a login as a bearer token, or an API token where a call names its scope: made in
            Settings, under ‘Moderators and tools’. A token that is unknown or has ended is refused with 401,
            an API token that opens other calls with 403. Amounts are in SOL, times are ISO 8601. A refusal is
            an object with message and code. What your own program is told of without asking:{' '}
            <Link to="/guide/webhooks">webhooks</Link>.
          </p>
        </div>
        {isPending && <PageSpinner />}
        {!isPending && data === undefined && (
          <p className="note warn">
            <span />
            The description could not be loaded. Please reload the page.
          </p>
        )}
        {data !== undefined && <Reference groups={data} />}
      </main>
    </>
  );
}

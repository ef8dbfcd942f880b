import { Link } from 'react-router';
import type { Inline } from './guide-markup.ts';

/** Words with their emphasis and links. */
export function GuideWords({ words }: { words: readonly Inline[] }) {
  return words.map((run, index) => <Run key={index} run={run} />);
}

function Run({ run }: { run: Inline }) {
  if (run.kind === 'strong') return <b>{run.text}</b>;
  if (run.kind === 'code') return <code>{run.text}</code>;
  if (run.kind !== 'link') return run.text;
  if (run.href.startsWith('/guide') || run.href === '/app') {
    return (
      <Link className="link" to={run.href}>
        {run.text}
      </Link>
    );
  }
  const leaves = run.href.startsWith('https:');
  return (
    <a className="link" href={run.href} {...(leaves && { target: '_blank', rel: 'noreferrer' })}>
      {run.text}
    </a>
  );
}

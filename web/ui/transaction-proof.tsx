import ExternalLink from 'lucide-react/icons/external-link';
import { explorerLink } from '#web/lib/explorer-link.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { CopyButton } from './copy-button.tsx';

interface TransactionProofProps {
  signature: string;
  /** What the link is called, and what the button is. */
  words: { explorer: string; copy: string; copied: string };
}

/** A transaction in the explorer; where there is none, its signature to be copied. */
export function TransactionProof({ signature, words }: TransactionProofProps) {
  const link = explorerLink(useConfig(), signature);
  if (link === null)
    return (
      <CopyButton text={signature} label={words.copy} done={words.copied} className="icon small quiet" />
    );
  return (
    <a
      className="btn icon small quiet"
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={words.explorer}
      title={words.explorer}
    >
      <ExternalLink className="i s" />
    </a>
  );
}

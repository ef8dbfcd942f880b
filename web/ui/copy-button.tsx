import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps {
  text: string;
  /** Toast after copying. */
  done: string;
  /** Accessible name of an icon button, or the words on a button with words. */
  label: string;
  className: string;
  words?: boolean;
  /** Disables itself while it shows that it has copied (spec §4, private key). */
  pauses?: boolean;
}

/** Copies; its icon becomes a check for two seconds. */
export function CopyButton({ text, done, label, className, words = false, pauses = false }: CopyButtonProps) {
  const { copied, copy } = useCopied(text, done);
  const size = className.includes('small') ? 'i s' : 'i';
  return (
    <button
      type="button"
      className={`btn ${className}${copied ? ' done' : ''}`}
      disabled={pauses && copied}
      {...(!words && { 'aria-label': label, title: label })}
      onClick={copy}
    >
      {copied ? <Check className={size} /> : <Copy className={size} />}
      {words && label}
    </button>
  );
}

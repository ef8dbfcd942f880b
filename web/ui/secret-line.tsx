import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { CopyLine } from './copy-line.tsx';

interface SecretLineProps {
  value: string;
  /** The part of the value that nobody else may read. */
  secret: string;
  /** Name of the button that shows it. */
  show: string;
  label: string;
  done: string;
  children?: ReactNode;
}

/**
 * A copy line whose secret is drawn as dots until it is asked for: the page may be on stream, and to copy nobody has to see it.
 * Marked and copied by hand it is the value as well: browsers would copy the dots, and OBS would open nothing.
 */
export function SecretLine({ value, secret, show, label, done, children }: SecretLineProps) {
  const [isShown, setShown] = useState(false);
  const at = value.lastIndexOf(secret);
  const Icon = isShown ? EyeOff : Eye;
  const handleCopy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', value);
    event.preventDefault();
  };
  return (
    <CopyLine
      value={value}
      shown={
        <span {...(!isShown && { onCopy: handleCopy })}>
          {value.slice(0, at)}
          <span className={isShown ? '' : 'veiled'}>{secret}</span>
          {value.slice(at + secret.length)}
        </span>
      }
      label={label}
      done={done}
      wraps={isShown}
    >
      <button
        type="button"
        className="btn icon"
        aria-label={show}
        title={show}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon className="i" />
      </button>
      {children}
    </CopyLine>
  );
}

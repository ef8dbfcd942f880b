import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

/** How long a copy button shows that it has copied (spec §9). */
const copiedMs = 2000;

/** A copy action and whether it has just worked. */
export function useCopied(text: string, done?: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void copyText(text, done).then(setCopied) };
}

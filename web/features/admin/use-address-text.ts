import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Who still types is not answered letter by letter. */
const typingMs = 250;

/**
 * A text that is typed and stands in the address once nobody types any more, so that going back finds it again. Changing
 * it takes the page number out of the address.
 */
export function useAddressText(name: string): {
  typed: string;
  settled: string;
  onType: (text: string) => void;
} {
  const [address, setAddress] = useSearchParams();
  const settled = address.get(name) ?? '';
  const [typed, setTyped] = useState(settled);
  const [known, setKnown] = useState(settled);
  // Back and forward change the address from outside: the field follows.
  if (known !== settled) {
    setKnown(settled);
    if (typed.trim() !== settled) setTyped(settled);
  }

  useEffect(() => {
    if (typed.trim() === settled) return undefined;
    const timer = setTimeout(() => {
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('page');
          if (typed.trim() === '') next.delete(name);
          else next.set(name, typed.trim());
          return next;
        },
        { replace: true },
      );
    }, typingMs);
    return () => clearTimeout(timer);
  }, [name, typed, settled, setAddress]);
  return { typed, settled, onType: setTyped };
}

import { useState } from 'react';
import { wordsFor } from '#web/lib/call-problem.ts';
import { toast } from '#web/ui/toasts.ts';
import { proofWanted, type WantedProof } from './proof-wanted.ts';

interface Proven {
  /** Does it; `wanted` is set when something has to be typed first. Nothing happens while it is under way. */
  run: () => Promise<void>;
  busy: boolean;
  wanted: WantedProof | null;
  dismiss: () => void;
}

/** An act that the server may refuse until password, or password and code, were typed again. Other failures are a toast. */
export function useProven(act: () => Promise<void>, failed: string): Proven {
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<WantedProof | null>(null);
  const run = async () => {
    if (busy) return;
    setBusy(true);
    setWanted(null);
    try {
      await act();
    } catch (error) {
      const proof = proofWanted(error);
      if (proof === null) toast.error(wordsFor(error, failed));
      setWanted(proof);
    }
    setBusy(false);
  };
  return { run, busy, wanted, dismiss: () => setWanted(null) };
}

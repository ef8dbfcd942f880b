import type { ReactNode } from 'react';
import { useMyTokens } from '#web/lib/use-my-tokens.ts';

/** That something counts SOL alone, for streamers who take tokens too: nobody else would ask. */
export function SolOnly({ children }: { children: ReactNode }) {
  const { data } = useMyTokens();
  if (data === undefined || !data.data.some(({ isOn }) => isOn)) return null;
  return <p className="hint">{children}</p>;
}

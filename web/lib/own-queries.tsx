import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from './query.ts';

/**
 * Gives the pages below a cache of answers of their own. With whoever they are for as its key nobody sees answers of somebody
 * else, also not one that comes late: that is written into the cache which went away with its pages.
 */
export function OwnQueries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

import type { FigureContext, Outcome } from './lib/figure.ts';
export async function measureReconnect(_context: FigureContext): Promise<Outcome> {
  throw new Error('later');
}

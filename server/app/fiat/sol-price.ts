import { microsToDecimal, type SolPrice } from '#contract/fiat.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { ReadPrice } from '#server/domain/fiat/judge-price.ts';
import type { FiatSettings } from './fiat-ports.ts';

/** What one SOL costs, from memory or the database; null while nothing is known that may be shown. */
export async function solPrice(
  ports: Pick<Ports, 'fiat' | 'prices' | 'memories' | 'clock'>,
): Promise<RouteReply<'solPrice'>> {
  if (ports.fiat === null) return { price: null };
  const { settings } = ports.fiat;
  const { currency } = settings;
  const known = await ports.memories.prices.read(currency, async () => ({
    value: { price: await ports.prices.latest(currency) },
    rooms: [rooms.prices()],
    until: null,
  }));
  const price = known?.price ?? null;
  if (price === null) return { price: null };
  const presented = presentPrice(price, settings);
  return { price: Date.parse(presented.hiddenAt) > ports.clock.now().getTime() ? presented : null };
}

function presentPrice(
  { priceMicros, readAt }: ReadPrice,
  { currency, staleMs, hiddenMs }: FiatSettings,
): SolPrice {
  const after = (ms: number): string => new Date(readAt.getTime() + ms).toISOString();
  return {
    currency,
    price: microsToDecimal(priceMicros),
    readAt: readAt.toISOString(),
    staleAt: after(staleMs),
    hiddenAt: after(hiddenMs),
  };
}

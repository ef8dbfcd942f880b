import type { Ports } from '#server/app/ports.ts';

/**
 * A time that the chain was past at a slot, and never one that is still to come by our own clock: what a node tells of the
 * future would otherwise be believed until then, and stored as when a donation expired.
 */
export async function readChainTime(
  { chain, clock }: Pick<Ports, 'chain' | 'clock'>,
  slot: bigint,
): Promise<Date> {
  const told = await chain.blockTime(slot);
  const now = clock.now();
  return told < now ? told : now;
}

import type { Entry } from '#server/domain/entries.ts';
import type { ChainReader, SeenSignature, SignatureReading } from './chain-ports.ts';
import { Transient } from './outside.ts';

/** As many as one call asks for. */
const mostAtOnce = 256;

/**
 * What nodes lack may land again, and is not final so soon after they were asked: that takes 12.8 s, and half of it once slots
 * are half as long. By the process's own clock, because a process that stood still has nothing else to tell it so: slots that
 * it heard of are as old as the answer, and whatever it asked now could be as old again before it is recorded.
 */
export const missingBelievedMs = 6000;

/** Those of what a node was asked for that it lacks, though its history holds the slot in which they were seen as final. */
export function missingBy<S extends SeenSignature & { slot: bigint }>(
  { finalizedSlot, states }: SignatureReading,
  asked: readonly S[],
): S[] {
  return asked.filter((seen, index) => states[index] === 'missing' && finalizedSlot > seen.slot);
}

/**
 * Signatures of final entries that are not in the chain, by two nodes where several are configured: somebody said that they
 * are final and was wrong. None where too few nodes can tell.
 */
export async function findUntrue(
  chain: Pick<ChainReader, 'readSignatures' | 'crossReadSignatures'>,
  entries: readonly Entry[],
): Promise<ReadonlySet<string>> {
  const final = entries.filter(({ finalized }) => finalized);
  const untrue = new Set<string>();
  try {
    for (let start = 0; start < final.length; start += mostAtOnce) {
      const asked = final.slice(start, start + mostAtOnce);
      const crossed = await chain.crossReadSignatures(asked);
      const readings = crossed.length > 0 ? crossed : [await chain.readSignatures(asked)];
      const missing = readings.reduce<readonly Entry[]>((left, reading) => {
        const ofOne = new Set<Entry>(missingBy(reading, asked));
        return left.filter((entry) => ofOne.has(entry));
      }, asked);
      for (const { signature } of missing) untrue.add(signature);
    }
  } catch (error) {
    if (!(error instanceof Transient)) throw error;
  }
  return untrue;
}

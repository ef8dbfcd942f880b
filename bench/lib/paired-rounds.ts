import { quantile } from './quantiles.ts';

/** One round: the same work by Brava and by the floor or peer, one right after the other. */
export interface Pair {
  ours: number;
  floor: number;
}

/** Ours divided by the floor's, over all rounds. */
export interface PairedRatio {
  median: number;
  min: number;
  max: number;
}

/**
 * Measures both sides in turn, `rounds` times; every second round begins with the floor, so that what a machine does
 * more of as it grows warm or busy falls on both. The unit is what the two functions return.
 */
export async function measureInTurn(
  rounds: number,
  sides: { ours: () => Promise<number>; floor: () => Promise<number> },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const ours = await sides.ours();
      pairs.push({ ours, floor: await sides.floor() });
    } else {
      const floor = await sides.floor();
      pairs.push({ ours: await sides.ours(), floor });
    }
  }
  return pairs;
}

/** The ratios of the rounds. Throws on an empty list. */
export function pairedRatio(pairs: readonly Pair[]): PairedRatio {
  const ratios = pairs.map(({ ours, floor }) => ours / floor);
  return { median: quantile(ratios, 0.5), min: Math.min(...ratios), max: Math.max(...ratios) };
}

/** `1.42× (1.31–1.60)`: median, least and most. */
export function inTimes({ median, min, max }: PairedRatio): string {
  return `${twoDigits(median)}× (${twoDigits(min)}–${twoDigits(max)})`;
}

function twoDigits(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(2);
}

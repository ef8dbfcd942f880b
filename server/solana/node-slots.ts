import { mostSlotsAhead } from '#server/app/chain-ports.ts';

/** A node counts as going on until others went on in so many rounds in which it did not. */
const roundsOfStanding = 3;

/** What is known of one node. */
interface Pace {
  /** What it told last; below every slot before it told any. */
  told: bigint;
  /** What it told when that was last more than before. */
  risenTo: bigint;
  /** Rounds since then in which another node went on. */
  stoodFor: number;
}

/**
 * How far the chain is, by what all nodes say at the same moment, round by round.
 *
 * Whoever names a slot that the chain does not reach must not make all others look behind. So all are measured by one that
 * goes on: the first, in preferred order, with which another one agrees to 300 slots, or just the first where no two agree.
 * What is further ahead of it is not believed, and where three are in its reach, not what a single one has come to. What
 * was believed before counts for nothing: as soon as a better node goes on again it is the measure. The same goes for heights.
 */
export class NodeSlots {
  #paces: readonly Pace[] = [];

  /**
   * Takes a round, the preferred node first, null for one that did not answer; gives the newest slot in it that is believed,
   * null where none is.
   */
  hear(told: readonly (bigint | null)[]): bigint | null {
    this.#paces = goOn(this.#paces, told);
    const measure = measureOf(this.#paces);
    if (measure === null) return null;
    const inReach = told.filter((slot) => slot !== null).filter((slot) => slot <= measure + mostSlotsAhead);
    const newestFirst = inReach.toSorted((a, b) => Number(b - a));
    return newestFirst[newestFirst.length < 3 ? 0 : 1] ?? null;
  }
}

/** In a round in which nobody goes on, as while all are away, nobody stands either. */
function goOn(paces: readonly Pace[], told: readonly (bigint | null)[]): Pace[] {
  const known = told.map((_, node) => paces[node] ?? { told: -1n, risenTo: -1n, stoodFor: roundsOfStanding });
  const isRisen = ({ told: before }: Pace, node: number): boolean => (told[node] ?? -1n) > before;
  const passed = known.some(isRisen) ? 1 : 0;
  return known.map((pace, node) => {
    const slot = told[node] ?? pace.told;
    return isRisen(pace, node)
      ? { told: slot, risenTo: slot, stoodFor: 0 }
      : { ...pace, told: slot, stoodFor: pace.stoodFor + passed };
  });
}

function measureOf(paces: readonly Pace[]): bigint | null {
  const going = paces.filter(({ stoodFor }) => stoodFor < roundsOfStanding);
  const isAgreed = (pace: Pace): boolean =>
    going.some((other) => other !== pace && areNear(other.risenTo, pace.risenTo));
  return (going.find(isAgreed) ?? going[0])?.risenTo ?? null;
}

function areNear(a: bigint, b: bigint): boolean {
  return a - b <= mostSlotsAhead && b - a <= mostSlotsAhead;
}

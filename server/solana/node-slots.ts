import { mostSlotsAhead } from '#server/app/chain-ports.ts';

/** After so many rounds in which nobody who is believed has gone on, whoever is furthest is believed. */
const roundsOfStanding = 3;

/**
 * How far the chain is, by what all nodes say at the same moment, round by round.
 *
 * Whoever names a slot that the chain does not reach must not make all others look behind: what is more than 300 slots
 * ahead of what was believed counts only once nobody else goes on, as where they stand still or went back.
 */
export class NodeSlots {
  #believed: bigint | null = null;
  #standing = 0;

  /** Takes a round, the preferred node first; gives the newest slot in it that is believed, null where none is. */
  hear(told: readonly bigint[]): bigint | null {
    const [first] = told;
    if (first === undefined) return null;
    const before = this.#believed ?? first - 1n;
    const near = newestOf(told.filter((slot) => slot <= before + mostSlotsAhead));
    this.#standing = near !== null && near > before ? 0 : this.#standing + 1;
    const isStanding = this.#standing >= roundsOfStanding;
    const newest = isStanding ? newestOf(told) : near;
    if (isStanding || this.#standing === 0) this.#believed = newest;
    return newest;
  }
}

function newestOf(slots: readonly bigint[]): bigint | null {
  return slots.reduce<bigint | null>(
    (newest, slot) => (newest === null || slot > newest ? slot : newest),
    null,
  );
}

import { widerNetwork } from './client-network.ts';
import { mostAround } from './limits.ts';

/**
 * What is held at the same time, by whom: a network of `clientNetwork`, or anything else that holds places of its own.
 * Null: nobody in particular.
 */
export interface Places {
  /** Whether somebody who may hold `most` gets another. */
  hasRoom(holder: string | null, most: number): boolean;
  /** Takes a place; false when there is none left. */
  enter(holder: string | null, most: number): boolean;
  leave(holder: string | null): void;
}

/** Opens places for everybody together. The networks of one IPv6 /48 hold no more of them than `mostAround` says. */
export function createPlaces(inAll: number): Places {
  const held = new Map<string, number>();
  let total = 0;
  const heldBy = (key: string): number => held.get(key) ?? 0;
  const change = (key: string, by: 1 | -1): void => {
    const now = heldBy(key) + by;
    if (now === 0) held.delete(key);
    else held.set(key, now);
  };
  const count = (holder: string | null, by: 1 | -1): void => {
    total += by;
    if (holder === null) return;
    change(holder, by);
    const wider = widerNetwork(holder);
    if (wider !== null) change(wider, by);
  };
  const hasRoom = (holder: string | null, most: number): boolean => {
    if (total >= inAll) return false;
    if (holder === null) return true;
    const wider = widerNetwork(holder);
    return heldBy(holder) < most && (wider === null || heldBy(wider) < mostAround(most, inAll));
  };
  return {
    hasRoom,
    enter(holder, most) {
      if (!hasRoom(holder, most)) return false;
      count(holder, 1);
      return true;
    },
    leave: (holder) => count(holder, -1),
  };
}

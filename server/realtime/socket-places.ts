/** What a socket came as: a guest by its network, a signed-in account or token, or a streamer's overlay or widget. */
type SocketKind = 'guest' | 'account' | 'overlay';

/** A place of a kind: the network of a guest, the streamer of everything else. */
export interface SocketPlace {
  kind: SocketKind;
  key: string;
  isGenerous: boolean;
}

/** How many sockets one server holds open: for each key of a kind, and in all. */
export interface SocketCaps extends Record<SocketKind, number> {
  inAll: number;
}

/** Who is inside. */
export interface SocketPlaces {
  /** Takes a place; false when there is none left. */
  enter(place: SocketPlace): boolean;
  leave(place: SocketPlace): void;
}

const generosity = 1000;

/**
 * Opens the places of a server. Kinds are counted apart, so that viewers behind the address of a streamer never take the
 * places of their overlays; the cap for all does not hold for overlays either.
 */
export function createSocketPlaces(caps: SocketCaps): SocketPlaces {
  // One map for each kind: a name of kind and key together would weigh a string for each of ten thousand overlays.
  const open = { guest: new Map<string, number>(), account: new Map(), overlay: new Map() };
  let inAll = 0;
  return {
    enter({ kind, key, isGenerous }) {
      const count = open[kind].get(key) ?? 0;
      if (count >= caps[kind] * (isGenerous ? generosity : 1)) return false;
      if (kind !== 'overlay' && inAll >= caps.inAll) return false;
      open[kind].set(key, count + 1);
      inAll += 1;
      return true;
    },
    leave({ kind, key }) {
      const left = (open[kind].get(key) ?? 1) - 1;
      if (left === 0) open[kind].delete(key);
      else open[kind].set(key, left);
      inAll -= 1;
    },
  };
}

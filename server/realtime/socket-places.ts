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
  const open = new Map<string, number>();
  let inAll = 0;
  return {
    enter(place) {
      const name = nameOf(place);
      const count = open.get(name) ?? 0;
      if (count >= caps[place.kind] * (place.isGenerous ? generosity : 1)) return false;
      if (place.kind !== 'overlay' && inAll >= caps.inAll) return false;
      open.set(name, count + 1);
      inAll += 1;
      return true;
    },
    leave(place) {
      const name = nameOf(place);
      const left = (open.get(name) ?? 1) - 1;
      if (left === 0) open.delete(name);
      else open.set(name, left);
      inAll -= 1;
    },
  };
}

function nameOf({ kind, key }: SocketPlace): string {
  return `${kind} ${key}`;
}

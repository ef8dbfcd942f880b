import { createPlaces } from '#server/app/limits/places.ts';

/** What a socket came as: a guest by its network, a signed-in account or token, or a streamer's overlay or widget. */
type SocketKind = 'guest' | 'account' | 'overlay';

/** A place of a kind: the network of a guest, the streamer of everything else. */
export interface SocketPlace {
  kind: SocketKind;
  key: string;
  isGenerous: boolean;
}

/** How many sockets one server holds open: for each key of a kind; and of all guests, and of all accounts. */
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
 * places of their overlays, and guests in great number none of dashboards and desks; overlays have no cap for all.
 */
export function createSocketPlaces(caps: SocketCaps): SocketPlaces {
  // Apart, also because a name of kind and key together would weigh a string for each of ten thousand overlays.
  const open = {
    guest: createPlaces(caps.inAll),
    account: createPlaces(caps.inAll),
    overlay: createPlaces(Infinity),
  };
  return {
    enter: ({ kind, key, isGenerous }) => open[kind].enter(key, caps[kind] * (isGenerous ? generosity : 1)),
    leave: ({ kind, key }) => open[kind].leave(key),
  };
}

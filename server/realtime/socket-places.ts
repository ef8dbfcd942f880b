import { createPlaces } from '#server/app/limits/places.ts';

/** What a socket came as: a guest by its network, a signed-in account or token, or a streamer's overlay or widget. */
type SocketKind = 'guest' | 'account' | 'overlay';

/** A place of a kind: the network of a guest, the streamer of everything else. */
export interface SocketPlace {
  kind: SocketKind;
  /** Of a streamer's tokens another one than of their sessions. */
  key: string;
  /** The token that opened it: of a tool, or of a moderator's link. */
  token: string | null;
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

/** What one token takes at most of the places that its streamer's tokens have together: the others go on whatever it does. */
const shareOfToken = 1 / 2;

/**
 * Opens the places of a server. Kinds are counted apart, so that viewers behind the address of a streamer never take the
 * places of their overlays, and guests in great number none of dashboards and desks; overlays have no cap for all. Tokens
 * take none of their streamer's own places.
 */
export function createSocketPlaces(caps: SocketCaps): SocketPlaces {
  // Apart, also because a name of kind and key together would weigh a string for each of ten thousand overlays.
  const open = {
    guest: createPlaces(caps.inAll),
    account: createPlaces(caps.inAll),
    overlay: createPlaces(Infinity),
  };
  const ofTokens = createPlaces(Infinity);
  return {
    enter({ kind, key, token, isGenerous }) {
      const most = caps[kind] * (isGenerous ? generosity : 1);
      const hasShare = ofTokens.hasRoom(token, Math.ceil(most * shareOfToken));
      return hasShare && open[kind].enter(key, most) && ofTokens.enter(token, most);
    },
    leave({ kind, key, token }) {
      open[kind].leave(key);
      ofTokens.leave(token);
    },
  };
}

import type { IncomingMessage } from 'node:http';
import { Problem } from '#contract/problem.ts';
import { type CurrentDesk, findDeskCaller } from '#server/app/desk/desk-caller.ts';
import { clientNetwork } from '#server/app/limits/client-network.ts';
import type { Counted, Limiter, Refusal } from '#server/app/limits/limiter.ts';
import { limitWords } from '#server/app/limits/limit-words.ts';
import { isFromHere, type ProxyTrust } from '#server/app/limits/proxy-trust.ts';
import type { Log } from '#server/app/log.ts';
import type { RealtimePorts } from './handlers.ts';
import { createSocketPlaces, type SocketCaps, type SocketPlace } from './socket-places.ts';
import type { LiveSocket } from './socket-state.ts';

/** How sockets are told apart and held. */
export interface SocketLimits {
  limiter: Limiter;
  caps: SocketCaps;
  proxies: ProxyTrust;
  /** Nobody from outside can reach this server, unless a proxy or a browser hands a request on. */
  isLoopback: boolean;
}

/** Lets sockets in, and counts what they send. */
export interface SocketAdmission {
  /** The network of a request; null where callers are treated generously and nothing is counted by network. */
  networkOf(request: IncomingMessage): string | null;
  /** Lets a socket in. Throws `Problem`: `too_many_sockets`, `too_many_requests`. */
  admit(socket: LiveSocket): Promise<void>;
  /** Gives the place of a socket that has gone to another. */
  leave(socket: LiveSocket): void;
  /** Counts an event; the problem when it is one too many. */
  countEvent(socket: LiveSocket): Problem | null;
}

/**
 * Opens the admission.
 *
 * A guest counts by network. Whoever brings a good token in the handshake counts by account, a tool or a moderator by
 * their token, and an overlay or widget that brings the secret code by its streamer, so that viewers behind the same
 * address do not shut it out. Before the database is asked whose token or code it is, such sockets are counted by
 * network, with room for many behind one.
 */
export function createAdmission(
  ports: RealtimePorts,
  { limiter, caps, proxies, isLoopback }: SocketLimits,
  log: Log,
): SocketAdmission {
  const places = createSocketPlaces(caps);
  const leave = ({ data }: LiveSocket): void => {
    if (data.place !== undefined) places.leave(data.place);
    delete data.place;
  };
  const networkOf = ({ socket, headers }: IncomingMessage): string =>
    clientNetwork(proxies.clientAddress(socket.remoteAddress ?? '', headers));
  const isGenerous = ({ headers }: IncomingMessage): boolean => isLoopback && isFromHere(headers);

  return {
    networkOf: (request) => (isGenerous(request) ? null : networkOf(request)),
    async admit(socket) {
      const network = networkOf(socket.request);
      const isWithin = isGenerous(socket.request);
      if (bringsSomething(socket)) {
        const refusal = limiter.count('lookUp', { address: network, isGenerous: isWithin });
        if (refusal !== null) throw tooOften(refusal);
      }
      const known = await findPlace(ports, socket).catch((error: unknown) => {
        log.warn({ error }, 'Who a socket belongs to could not be looked up; it counts as a guest.');
        return null;
      });
      // Written out: what is spread together weighs some 200 bytes more, in each of ten thousand sockets.
      const { kind, key, token } = known ?? { kind: 'guest', key: network, token: null };
      const place: SocketPlace = { kind, key, token, isGenerous: isWithin };
      const refusal = limiter.count('connect', countedBy(place));
      if (refusal !== null) throw tooOften(refusal);
      if (!places.enter(place)) throw new Problem('too_many_sockets');
      socket.data.place = place;
      // It may have gone while it was looked up; then nothing else would ever give its place back.
      setImmediate(() => {
        if (!socket.connected) leave(socket);
      });
    },
    leave,
    countEvent(socket) {
      const { place } = socket.data;
      if (place === undefined) return null;
      const refusal = limiter.count('event', countedBy(place));
      return refusal === null ? null : tooOften(refusal);
    },
  };
}

/** Whether the database is to be asked for it. */
function bringsSomething({ handshake }: LiveSocket): boolean {
  const { token, linkCode } = handshake.auth as Record<string, unknown>;
  return token !== undefined || linkCode !== undefined;
}

type KnownPlace = Omit<SocketPlace, 'isGenerous'>;

/** Whose socket it is by what it brings in the handshake; null for a guest, and for what is good no more. */
async function findPlace(ports: RealtimePorts, socket: LiveSocket): Promise<KnownPlace | null> {
  const { token, linkCode } = socket.handshake.auth as Record<string, unknown>;
  if (typeof token === 'string') {
    const caller = await findDeskCaller(ports, token);
    if (caller !== null) return placeAtDesk(caller);
  }
  if (typeof linkCode === 'string') {
    const found = await ports.streamers.findByCode(linkCode);
    socket.data.arrival = found && { linkCode, found };
    if (found?.isWidgetCode === true) return { kind: 'overlay', key: found.streamer.id, token: null };
  }
  return null;
}

/** Whoever a streamer has handed a token to never takes what their own pages need. */
function placeAtDesk({ userId, role, tokenHash }: CurrentDesk): KnownPlace {
  if (role === 'streamer') return { kind: 'account', key: userId, token: null };
  return { kind: 'account', key: `tokens of ${userId}`, token: Buffer.from(tokenHash).toString('base64') };
}

/** Like the cap for all, the budget of all does not hold for overlays: guests in great number silence no alert. */
function countedBy({ kind, key, token, isGenerous }: SocketPlace): Counted {
  if (kind === 'overlay') return { account: `overlay ${key}`, isGenerous };
  const who =
    kind === 'guest' ? { address: key } : { account: token === null ? `account ${key}` : `token ${token}` };
  return { ...who, all: true, isGenerous };
}

function tooOften({ retryAfterSeconds }: Refusal): Problem {
  return new Problem('too_many_requests', limitWords(retryAfterSeconds));
}

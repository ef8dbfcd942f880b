/** Namespace and path of the socket: `io(origin + '/api')` with the library's default path (spec §7). */
export const socketNamespace = '/api';
/** The library's default path, below which it answers all by itself. */
export const socketPath = '/socket.io';

/** Reconnection exactly as spec §9 has it, for every client of ours. */
export const reconnection = {
  reconnection: true,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  timeout: 20_000,
} as const;

/** How long a card stays, and how old a sent alert must be before its acknowledgement counts (decisions: Alerts). */
export const cardTimes = { shownMs: 7000, acknowledgeAfterMs: 5000 } as const;

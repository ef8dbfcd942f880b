import type { Server, Socket } from 'socket.io';
import type { StreamerStore } from '#server/app/account-ports.ts';
import type { SocketPlace } from './socket-places.ts';
import type { ClientToServer, ServerToClient } from '#contract/events.ts';

/**
 * When an alert was first sent, in elapsed milliseconds: nobody sets that clock. `donationId` is what the card goes by: a
 * test's own id.
 */
interface SentAlert {
  donationId: string;
  at: number;
}

/** What an overlay socket is, once it has announced itself. */
interface OverlaySeat {
  userId: string;
  /** False in the dashboard's preview: it never acknowledges and does not count as connected. */
  isCounted: boolean;
  /** False for the public code once the secret one has connected: customization and nothing else. */
  takesAlerts: boolean;
  isVisible: boolean;
  /**
   * Alerts that were sent on this very socket and are not acknowledged, oldest first, for the acknowledgement rule. None
   * of before it was hidden last: nobody saw them to their end, so they come again. Null while there is none: a map for
   * each of ten thousand that wait would weigh two megabytes.
   */
  sent: Map<string, SentAlert> | null;
}

/** The code that a socket brought as it came, and what was found by it. */
interface Arrival {
  linkCode: string;
  found: FoundByCode;
}
type FoundByCode = NonNullable<Awaited<ReturnType<StreamerStore['findByCode']>>>;

/** What the server keeps with a socket. */
interface SocketState {
  /** Until it announces itself. */
  arrival?: Arrival | null;
  overlay?: OverlaySeat;
  /** Of an overlay, also before it has its seat: whether it came by the secret code. */
  isByWidgetCode?: boolean;
  /** Of a widget: whether it has heard what it shows since it joined its streamer's. */
  isToldWidgets?: boolean;
  /** The place that it takes, where sockets are limited. */
  place?: SocketPlace;
}

type NoEvents = Record<string, never>;

/** Our namespace, typed by the contract. */
export type LiveServer = Server<ClientToServer, ServerToClient, NoEvents, SocketState>;
export type LiveNamespace = ReturnType<LiveServer['of']>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, NoEvents, SocketState>;

/** What was found by the code that a socket brought, once; null for another code. */
export function takeArrival({ data }: LiveSocket, linkCode: string): FoundByCode | null {
  const { arrival } = data;
  data.arrival = null;
  return arrival?.linkCode === linkCode ? arrival.found : null;
}

/** What was sent is acknowledged or taken away. */
export function forgetSent(seat: OverlaySeat, alertId: string): void {
  seat.sent?.delete(alertId);
  if (seat.sent?.size === 0) seat.sent = null;
}

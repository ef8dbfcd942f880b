import type { RouteInput, RouteName, RouteReply, Routes } from '#contract/routes.ts';
import type { IncomingClip } from '#server/app/clip-ports.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { CurrentSession } from '#server/app/accounts/session-token.ts';
import type { AccountCaller } from '#server/app/webhooks/webhook-ports.ts';

/**
 * Who calls. A route with access `streamer` or `operator` always has a session, one with `desk` a desk, any other neither.
 * One that takes tokens by scope has an account instead of a session: what only a session may do does not compile there.
 */
interface Caller<N extends RouteName> {
  session: Routes[N] extends { scopes: readonly string[] }
    ? null
    : Routes[N]['access'] extends 'streamer' | 'operator'
      ? CurrentSession
      : null;
  account: Routes[N] extends { scopes: readonly string[] } ? AccountCaller : null;
  desk: Routes[N]['access'] extends 'desk' ? DeskCaller : null;
  clientAddress: string;
  /** The request asks for this machine by its own name, and no proxy has handed it on. */
  isFromHere: boolean;
  /** Browser and system of the caller in words; null when nothing is known. */
  device: string | null;
  /** The file of a route that takes one. Nothing of it has been read. */
  upload: Routes[N] extends { upload: true } ? IncomingClip : null;
}

/** What a handler gives back: the reply, or where the route sends a text that text, piece by piece. */
type Result<N extends RouteName> = Routes[N] extends { sends: object }
  ? AsyncIterable<string>
  : Promise<RouteReply<N>>;

/** One function for every call of the contract: a missing one does not compile. */
export type Handlers = {
  [N in RouteName]: (input: RouteInput<N>, caller: Caller<N>) => Result<N>;
};

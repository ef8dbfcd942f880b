/** What tells of changes: a node's WebSocket, or a Yellowstone gRPC stream. */
export type FeedKind = 'websocket' | 'yellowstone';

/** What a connection tells. */
export interface FeedConnectionEvents {
  /** A slot came, the first one included: the node is alive. `root`: up to where the chain is final; null: not said. */
  onSlot(root: bigint | null): void;
  onChange(address: string, slot: bigint): void;
  /** The node answered for one more of the addresses that were watched at the start. */
  onSettling(): void;
  /** The connection is over, once. The reason is for an operator. */
  onClosed(reason: string): void;
}

/** One connection to a node that tells of changes. It does not come back by itself: the feed opens another one. */
export interface FeedConnection {
  /** True when the node knows every address that was watched at the start: from now on it tells of every change. */
  readonly isSettled: boolean;
  /** True when the node did not take some address, as with too many of them. */
  readonly hasRefused: boolean;
  subscribe(address: string): void;
  unsubscribe(address: string): void;
  /** Ends it at once, without waiting for the other side: it may be dead. Repeats change nothing. */
  close(reason: string): void;
}

/** Nodes of one kind. */
export interface FeedSource {
  readonly kind: FeedKind;
  /**
   * Opens a connection for these addresses; the set is the feed's own and changes before `subscribe` and `unsubscribe`
   * are called. `attempt` counts failures in a row: each takes the next node.
   */
  open(attempt: number, watched: ReadonlySet<string>, events: FeedConnectionEvents): FeedConnection;
}

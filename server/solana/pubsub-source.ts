import type { FeedSource } from './feed-connection.ts';
import { PubsubConnection } from './pubsub-connection.ts';

/** The PubSub WebSockets of nodes, taken in turn. Throws on an empty list. */
export function pubsubSource(urls: readonly string[]): FeedSource {
  if (urls.length === 0) throw new Error('A feed needs the address of a node');
  return {
    kind: 'websocket',
    open: (attempt, watched, events) =>
      new PubsubConnection(urls[attempt % urls.length] ?? '', watched, events),
  };
}

import type { Secret } from '#server/app/secret.ts';
import type { FeedSource } from './feed-connection.ts';
import { type HeardSlot, YellowstoneConnection, type YellowstoneLimits } from './yellowstone-connection.ts';
import { openYellowstoneChannel } from './yellowstone-protocol.ts';

/** Nodes with Yellowstone gRPC, and what they ask for. */
export interface YellowstoneNodes {
  /** `https://host:port`, or `http://` without encryption. */
  urls: readonly string[];
  /** Sent as `x-token` to each of them. */
  token: Secret<string> | null;
  limits: YellowstoneLimits;
}

/** Nodes with Yellowstone gRPC, taken in turn. Each connection goes on from the slot that any of them told last. */
export function yellowstoneSource({ urls, token, limits }: YellowstoneNodes): FeedSource {
  if (urls.length === 0) throw new Error('A feed needs the address of a node');
  const heard: HeardSlot = { slot: null };
  return {
    kind: 'yellowstone',
    open: (attempt, watched, events) =>
      new YellowstoneConnection(
        openYellowstoneChannel(urls[attempt % urls.length] ?? '', token),
        { watched, limits, heard },
        events,
      ),
  };
}

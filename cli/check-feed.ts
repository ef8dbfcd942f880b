import { createChainFeed } from '#server/solana/chain-feed.ts';
import type { FeedSource } from '#server/solana/feed-connection.ts';
import { pubsubSource } from '#server/solana/pubsub-source.ts';
import { yellowstoneSource } from '#server/solana/yellowstone-source.ts';
import type { CommandContext } from './command.ts';
import { type Finding, ok, warning } from './finding.ts';

const waitMs = 5000;

/**
 * Over what changes on the chain are heard, and whether each node for it tells of slots, near those of the nodes that are
 * asked. Nothing for the sandbox.
 */
export async function checkFeed({ config }: CommandContext, slots: readonly bigint[]): Promise<Finding[]> {
  const { nodes, yellowstone } = config;
  if (nodes === null) return [];
  if (yellowstone === null) {
    return await Promise.all(
      nodes.wsUrls.map((url) =>
        checkSource(pubsubSource([url]), { url, over: 'WebSocket', setting: 'SOLANA_WS_URL', slots }),
      ),
    );
  }
  return await Promise.all(
    yellowstone.urls.map((url) =>
      checkSource(yellowstoneSource({ ...yellowstone, urls: [url] }), {
        url,
        over: 'Yellowstone gRPC',
        setting: 'YELLOWSTONE_URL or YELLOWSTONE_TOKEN',
        slots,
      }),
    ),
  );
}

async function checkSource(
  source: FeedSource,
  { url, over, setting, slots }: { url: string; over: string; setting: string; slots: readonly bigint[] },
): Promise<Finding> {
  const { host } = new URL(url);
  const trouble = await findTrouble(source, slots);
  if (trouble === null) return ok(`Changes are heard from ${host} over ${over}`);
  return warning(
    `Changes are not heard from ${host} over ${over}: ${trouble}`,
    `Correct ${setting}, or take another node: until then payments are found by reading, seconds later.`,
  );
}

/** Null as soon as slots come; otherwise why they do not. */
async function findTrouble(source: FeedSource, slots: readonly bigint[]): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const feed = createChainFeed(
    {
      source,
      staleMs: waitMs,
      slotsAsked: () => slots,
      log: { info() {}, warn: (detail) => resolve('reason' in detail ? String(detail.reason) : '') },
    },
    { onReset: () => resolve(null), onChange() {} },
  );
  const trouble = await promise;
  await feed.stop();
  return trouble;
}

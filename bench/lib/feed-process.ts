import { createChainFeed } from '#server/solana/chain-feed.ts';
import { pubsubSource } from '#server/solana/pubsub-source.ts';
import { yellowstoneSource } from '#server/solana/yellowstone-source.ts';

/** What a feed's process is told. */
export type FeedCommand =
  | { do: 'change'; add: string[]; remove: string[] }
  | { do: 'open'; url: string }
  | { do: 'weigh' };

/** What it tells: that the feed is live, a change with the machine's monotonic time in nanoseconds, what it costs. */
export type FeedReport =
  | { told: 'live' }
  | { told: 'change'; address: string; at: string }
  | { told: 'weight'; cpuMs: number; bytes: number };

const limits = { addresses: 1_000_000, addressesPerFilter: 10_000 };
let feed: ReturnType<typeof createChainFeed> | undefined;
const waiting: string[] = [];

function tell(report: FeedReport): void {
  process.send?.(report);
}

function open(url: string): void {
  const source = url.startsWith('ws:')
    ? pubsubSource([url])
    : yellowstoneSource({ urls: [url], token: null, limits });
  feed = createChainFeed(
    { source, staleMs: 30_000 },
    {
      onChange: (address) => tell({ told: 'change', address, at: String(process.hrtime.bigint()) }),
      onReset: () => tell({ told: 'live' }),
    },
  );
  for (const address of waiting.splice(0)) feed.watch(address);
}

/** Memory after the garbage is gone, and processor time since the start. */
function weigh(): void {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  tell({ told: 'weight', cpuMs: (user + system) / 1000, bytes: heapUsed + external });
}

process.on('message', (command: FeedCommand) => {
  if (command.do === 'open') open(command.url);
  if (command.do === 'weigh') weigh();
  if (command.do !== 'change') return;
  if (feed === undefined) waiting.push(...command.add);
  for (const address of command.remove) feed?.unwatch(address);
  if (feed !== undefined) for (const address of command.add) feed.watch(address);
});
process.on('disconnect', () => process.exit());

import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { isExpected } from './error-text.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { RunningServer } from './server-process.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What those live among who take money out. */
interface World {
  time: VirtualTime;
  random: SeededRandom;
  chain: SimulatedChain;
  servers: () => RunningServer[];
  onError: (error: unknown) => void;
}

/** What somebody wants; the id stays the same however often it has to be said. */
interface Order {
  id: string;
  streamer: Streamer;
  destination: string;
  /** Null: everything. */
  lamports: bigint | null;
}

/** Keys of these users are where withdrawals go: each to an address of its own, so that what arrives tells all. */
const destinations = 800_000;
const fundsLamports = 50_000_000n;
/** Before the faults are over, so that each is carried out among them. */
const lastAtSeconds = 140;

/** Streamers who take money out of their wallets. */
export class Withdrawers {
  readonly #world: World;
  #ordered = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Has each of them withdraw so often, from a wallet that holds something from the beginning. */
  come(streamers: readonly Streamer[], times: number): void {
    const { time, random, chain } = this.#world;
    for (const streamer of times === 0 ? [] : streamers) {
      chain.enrich(streamer.walletAddress, fundsLamports);
      for (let count = 0; count < times; count += 1)
        time.after(random.int(2, lastAtSeconds) * 1000, () => this.#want(streamer));
    }
  }

  #want(streamer: Streamer): void {
    const { random } = this.#world;
    const [server] = this.#world.servers();
    if (server === undefined) return;
    this.#ordered += 1;
    const path = { user: destinations + this.#ordered, epoch: 0, index: 0 };
    const lamports = random.chance(0.3) ? null : BigInt(random.int(900_000, 9_000_000));
    const id = random.uuid();
    void server.life.run(async () => {
      const destination = await server.ports.vault.addressOf(path);
      this.#say({ id, streamer, destination, lamports }, 3);
    });
  }

  /** Whoever hears nothing says the same again. */
  #say(order: Order, times: number): void {
    const { random, time, servers, onError } = this.#world;
    const server = servers().at(-1);
    const again = (): void => {
      if (times > 1) time.after(random.int(500, 9000), () => this.#say(order, times - 1));
    };
    if (server === undefined) return again();
    void server.life.run(() =>
      confirm(server.ports, order).catch((error: unknown) => {
        if (!isExpected(error)) onError(error);
        again();
      }),
    );
  }
}

async function confirm(
  { wallet, settings }: Ports,
  { id, streamer, destination, lamports }: Order,
): Promise<void> {
  const from = { path: streamer.keyPath, address: streamer.walletAddress };
  const quote = await wallet.chain.quote({ from, destination, lamports, unitPrice: null });
  if ('refused' in quote) return;
  await wallet.withdrawals.create({
    id,
    userId: streamer.id,
    keyEpoch: settings.keyEpoch,
    destination,
    isAll: lamports === null,
    lamports: quote.arrives,
    feeLamports: quote.fee,
    unitPrice: quote.unitPrice,
    balanceLamports: quote.balance,
  });
}

import { getBase58Decoder } from '@solana/kit';
import { createDonation } from '#server/app/donations/create-donation.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { RunningServer } from './server-process.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What donors live among. */
interface World {
  time: VirtualTime;
  random: SeededRandom;
  chain: SimulatedChain;
  servers: () => RunningServer[];
}

/** A payment by its time after the donation was asked for, in seconds. */
interface Payment {
  after: number;
  lamports: bigint;
}

const minLamports = 2_000_000n;

/** How donors pay. Each kind is a way in which money has been late, little, much or odd. */
const plans: Readonly<Record<string, (random: SeededRandom, rent: bigint) => Payment[]>> = {
  normal: (random) => [{ after: random.int(1, 55), lamports: minLamports }],
  over: (random) => [{ after: random.int(1, 55), lamports: minLamports * BigInt(random.int(2, 9)) + 7n }],
  late: (random) => [{ after: random.int(63, 200), lamports: minLamports + BigInt(random.int(0, 5000)) }],
  under: (random, rent) => [{ after: random.int(1, 55), lamports: rent + BigInt(random.int(6000, 400_000)) }],
  parts: (random, rent) => [
    { after: random.int(1, 25), lamports: rent + 1n },
    { after: random.int(25, 57), lamports: minLamports - rent - 1n },
    { after: random.int(25, 57), lamports: BigInt(random.int(1, 9000)) },
  ],
  topUpAfterExpiry: (random, rent) => [
    { after: random.int(1, 55), lamports: rent + 20_000n },
    { after: random.int(100, 190), lamports: minLamports - rent - 20_000n },
  ],
  dust: (random) => [
    { after: random.int(1, 60), lamports: minLamports },
    { after: random.int(3, 100), lamports: BigInt(random.int(1, 100)) },
  ],
  payerTrap: (random, rent) => [{ after: random.int(1, 55), lamports: rent + BigInt(random.int(0, 9000)) }],
  duringSweep: (random, rent) => {
    const first = random.int(1, 40);
    return [
      { after: first, lamports: minLamports },
      { after: first + random.int(12, 32), lamports: rent + BigInt(random.int(0, 2_000_000)) },
    ];
  },
  twice: (random) => [
    { after: random.int(1, 60), lamports: minLamports },
    { after: random.int(60, 200), lamports: minLamports + 1n },
  ],
  atOnce: (random) => [
    { after: 20, lamports: minLamports + BigInt(random.int(0, 5)) },
    { after: 20, lamports: minLamports },
  ],
  none: () => [],
};
const donorWallets = ['donor-1', 'donor-2'];

/** People who ask for an address, and pay or do not. */
export class Donors {
  asked = 0;
  /** How many payments and requests are still to come. */
  underWay = 0;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    for (const wallet of donorWallets) world.chain.enrich(wallet);
  }

  /** Somebody asks after that many seconds, by the public code of a streamer. */
  come(afterSeconds: number, linkCode: string): void {
    this.underWay += 1;
    this.#world.time.after(afterSeconds * 1000, () => this.#ask(linkCode));
  }

  #ask(linkCode: string): void {
    const { random, servers, time } = this.#world;
    const up = servers();
    const again = (): void => void time.after(random.int(500, 9000), () => this.#ask(linkCode));
    if (up.length === 0) return again();
    const server = random.pick(up);
    let isAnswered = false;
    const answered = (): boolean => {
      const isFirst = !isAnswered;
      isAnswered = true;
      return isFirst;
    };
    server.life.onDeath(() => answered() && again());
    void server.life.run(async () => {
      const body = { linkCode, donatorName: 'Ada', message: 'Hi' };
      try {
        const { walletAddress } = await createDonation(server.ports, {
          body,
          clientAddress: '127.0.0.1',
          isFromHere: true,
        });
        if (answered()) this.#pay(walletAddress);
      } catch {
        if (answered()) again();
      }
    });
  }

  #pay(address: string): void {
    const { random, time, chain } = this.#world;
    const plan = plans[random.pick(Object.keys(plans))]?.(random, chain.options.rentMinimumLamports) ?? [];
    this.asked += 1;
    this.underWay += plan.length - 1;
    for (const { after, lamports } of plan) {
      time.after(after * 1000, () => {
        this.underWay -= 1;
        chain.submit({
          signature: getBase58Decoder().decode(random.bytes(64)),
          keys: [random.pick(donorWallets), address],
          blockhash: null,
          feeLamports: 5000n,
          transfers: [{ from: 0, to: 1, lamports }],
        });
      });
    }
  }
}

import { markShown } from '#server/app/donations/mark-shown.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { letEverythingGo, pressSomething } from './desk-presses.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { RunningServer } from './server-process.ts';
import type { Observed } from './step-invariants.ts';
import { takeTokensOut } from './take-tokens-out.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What streamers live among. */
interface World {
  time: VirtualTime;
  random: SeededRandom;
  observed: Observed;
  servers: () => RunningServer[];
  areFaultsOver: () => boolean;
  onError: (error: unknown) => void;
}

/** Keys of these users are the streamers' other wallets; no streamer of a run is near them. */
const otherWallets = 900_000;

/** People with an account: they change where their money goes, and mark what they have read out. */
export class Streamers {
  readonly all: Streamer[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Registers that many; they are in `all` when it is done. */
  register({ life, ports }: RunningServer, count: number): void {
    void life.run(async () => {
      for (let index = 1; index <= count; index += 1) {
        const keyPath = { user: await ports.streamers.nextKeyUser(), epoch: 0, index: 0 };
        const streamer = await ports.streamers.create({
          username: `streamer${index}`,
          passwordHash: 'none',
          walletAddress: await ports.vault.addressOf(keyPath),
          keyPath,
          donationCode: `public${index}`,
          widgetCode: `widget${index}`,
          timeZone: 'UTC',
        });
        for (const token of ports.tokens.allowed)
          await ports.tokens.store.choose(streamer.id, token, { isOn: true });
        this.all.push(streamer);
      }
    });
  }

  /** Has one of them do something, now and then; once the faults are over, they let everything go on. */
  act(): void {
    const { time, random, servers, areFaultsOver, onError } = this.#world;
    time.after(random.int(10_000, 90_000), () => {
      const [server] = servers();
      const act = (up: RunningServer) => (areFaultsOver() ? this.#tidyUp(up) : this.#actOnce(up));
      if (server !== undefined) void server.life.run(() => act(server).catch(onError));
      this.act();
    });
  }

  async #actOnce({ ports }: RunningServer): Promise<void> {
    const { random, observed } = this.#world;
    if (ports.tokens.allowed.length > 0 && random.chance(0.2)) return takeTokensOut(observed, random);
    const lot = random.next();
    if (lot < 0.3) await this.#changePayout(ports);
    else if (lot < 0.5) await this.#markOne(ports);
    else await pressSomething(ports, random.pick(this.all), this.#world);
  }

  async #changePayout(ports: Ports): Promise<void> {
    const { random } = this.#world;
    const streamer = random.pick(this.all);
    const own = await ports.vault.addressOf({ user: otherWallets + random.int(0, 9), epoch: 0, index: 0 });
    await ports.streamers.change(streamer.id, { payoutAddress: random.chance(0.3) ? null : own });
  }

  async #markOne(ports: Ports): Promise<void> {
    const { random, observed } = this.#world;
    const paid = [...observed.mirror.donations.values()].filter((row) => row.paid_at !== null);
    if (paid.length === 0) return;
    const { id, user_id } = random.pick(paid);
    observed.marked.add(id);
    await markShown(ports, { userId: user_id, donationId: id });
  }

  /** Nothing stays paused or held: what comes to rest must be shown. */
  async #tidyUp({ ports }: RunningServer): Promise<void> {
    for (const streamer of this.all) await letEverythingGo(ports, streamer);
  }
}

import { getBase58Decoder } from '@solana/kit';
import { createDonation } from '#server/app/donations/create-donation.ts';
import type { Step } from './execute-transaction.ts';
import { type Payment, plans, tokenPlans } from './payment-plans.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { RunningServer } from './server-process.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import { simulatedToken } from './simulated-token.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What donors live among. */
interface World {
  time: VirtualTime;
  random: SeededRandom;
  chain: SimulatedChain;
  servers: () => RunningServer[];
  hasTokens: boolean;
}

/** Where a donor is to pay to. `account` null: in SOL. */
interface Goal {
  address: string;
  account: string | null;
}

/** Wallets that can pay for everything. */
export const donorWallets = ['donor-1', 'donor-2'];
/** Where one of them keeps its tokens. */
export const tokensOf = (wallet: string): string => `${wallet}-tokens`;
const donorUnits = 10n ** 13n;

/** People who ask for an address, and pay or do not. */
export class Donors {
  asked = 0;
  /** How many payments and requests are still to come. */
  underWay = 0;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    for (const wallet of donorWallets) {
      world.chain.enrich(wallet);
      world.chain.enrich(tokensOf(wallet), undefined, { owner: wallet, units: donorUnits, isFrozen: false });
    }
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
    const isInToken = this.#world.hasTokens && random.chance(0.6);
    void server.life.run(async () => {
      const body = {
        linkCode,
        donatorName: 'Ada',
        message: 'Hi',
        token: isInToken ? simulatedToken.mint : null,
      };
      try {
        const { walletAddress, token } = await createDonation(server.ports, {
          body,
          clientAddress: '127.0.0.1',
          isFromHere: true,
        });
        if (answered()) this.#pay({ address: walletAddress, account: token?.account ?? null });
      } catch {
        if (answered()) again();
      }
    });
  }

  #pay(goal: Goal): void {
    const { random, time, chain } = this.#world;
    const kinds = goal.account === null ? plans : tokenPlans;
    const plan = kinds[random.pick(Object.keys(kinds))]?.(random, chain.options.rentMinimumLamports) ?? [];
    this.asked += 1;
    this.underWay += plan.length - 1;
    for (const payment of plan) {
      time.after(payment.after * 1000, () => {
        this.underWay -= 1;
        const [payer, other] = random.chance(0.5) ? donorWallets : donorWallets.toReversed();
        const wallets = 'units' in payment && random.chance(0.2) ? [payer, other] : [payer];
        chain.submit({
          signature: getBase58Decoder().decode(random.bytes(64)),
          blockhash: null,
          feeLamports: 5000n,
          ...stepsOf(
            payment,
            goal,
            wallets.filter((wallet) => wallet !== undefined),
          ),
        });
      });
    }
  }
}

/** Several who pay together in one transaction give each a part. */
function stepsOf(
  payment: Payment,
  { address, account }: Goal,
  wallets: readonly string[],
): { keys: string[]; steps: Step[] } {
  const [payer = ''] = wallets;
  if ('lamports' in payment || account === null) {
    const lamports = 'lamports' in payment ? payment.lamports : 0n;
    return { keys: [payer, address], steps: [{ kind: 'pay', from: 0, to: 1, lamports }] };
  }
  const keys = [...wallets, address, account, ...wallets.map(tokensOf)];
  const to = keys.indexOf(account);
  const part = payment.units / BigInt(wallets.length);
  const gifts = wallets.map((_, index): Step => {
    const units = index === 0 ? payment.units - part * BigInt(wallets.length - 1) : part;
    return { kind: 'give', from: to + 1 + index, to, authority: index, units };
  });
  const open: Step = { kind: 'open', payer: 0, account: to, owner: to - 1 };
  const stray: Step = { kind: 'pay', from: 0, to, lamports: payment.strayLamports ?? 0n };
  return { keys, steps: [open, ...gifts, stray] };
}

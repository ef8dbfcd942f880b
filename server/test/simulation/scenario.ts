import type { FaultRates } from './fault-plan.ts';
import type { OverlayKind } from './overlay-client.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What a seed makes of a run. */
export interface Scenario {
  processes: number;
  streamers: number;
  donations: number;
  donorsWithinSeconds: number;
  addressValidMs: number;
  /** Faults happen until then at least; donors may take longer. */
  faultsForMs: number;
  rates: FaultRates;
  rentMinimumLamports: bigint;
  hasOutages: boolean;
  lagChance: number;
  /** Nodes lose their record of signatures for some seconds. */
  areNodesForgetful: boolean;
  /** One node tells every now and then of what is in a block as final, though a fork may still take it back. */
  isNodeHasty: boolean;
  /** One node tells every now and then of transactions that they moved something else, or failed. */
  isNodeMistaken: boolean;
  /** As on a machine that swaps: every now and then they stop again and again for about as long as a lease. */
  doProcessesLimp: boolean;
  otherOverlays: OverlayKind[];
  /** How often each streamer takes money out; nobody does, and no worker of it runs, in half of the runs. */
  withdrawals: number;
  /** What the account that pays for transfers of tokens holds at first; null: there are no tokens. */
  feePayerLamports: bigint | null;
  /** The token's issuer freezes accounts and thaws them. */
  doesIssuerFreeze: boolean;
  /** How late idle loops run: by this factor. */
  stretch: number;
  /** Only one may take for gone, while its history is away, what is not final: nobody contradicts it. */
  nodes: 1 | 2;
  /** Whose history is away every now and then, for seconds up to minutes; null: nobody's. */
  historyAway: 'one' | 'all' | null;
}

/** Only a fork shows that a node was hasty. */
const hastyForks = 0.03;

/** Draws a run: small, so that many of them can be run, and each with its own mix of trouble. */
export function drawScenario(random: SeededRandom): Scenario {
  const rate = (most: number): number => (random.chance(0.25) ? 0 : random.next() * most);
  const scenario: Scenario = {
    processes: random.pick([1, 1, 2, 2, 3]),
    streamers: random.int(1, 2),
    donations: random.int(3, 6),
    donorsWithinSeconds: random.pick([10, 40, 80]),
    addressValidMs: 60_000,
    faultsForMs: 150_000,
    rates: { crash: rate(0.012), node: rate(0.12), database: rate(0.03), feed: rate(0.4), fork: rate(0.01) },
    rentMinimumLamports: random.pick([890_880n, 890_880n, 650_240n]),
    hasOutages: random.chance(0.4),
    lagChance: random.chance(0.5) ? 0.4 : 0,
    otherOverlays: (['hasty', 'preview', 'viewer'] as const).filter(() => random.chance(0.35)),
    stretch: random.pick([2, 4, 8]),
    withdrawals: random.pick([0, 0, 2, 6]),
    areNodesForgetful: random.chance(0.4),
    doProcessesLimp: random.chance(0.3),
    isNodeHasty: random.chance(0.4),
    nodes: random.chance(0.2) ? 1 : 2,
    historyAway: random.pick(['one', 'all', null, null]),
    isNodeMistaken: random.chance(0.25),
    feePayerLamports: random.pick([10_000_000_000n, 5_000_000n, null, null, null]),
    doesIssuerFreeze: random.chance(0.5),
  };
  // What an only node said stays so by the books, until a second one is there to ask.
  if (scenario.nodes === 1) return { ...scenario, isNodeHasty: false, isNodeMistaken: false };
  return scenario.isNodeHasty ? { ...scenario, rates: { ...scenario.rates, fork: hastyForks } } : scenario;
}

import type { SeededRandom } from './seeded-random.ts';
import type { DatabaseFault } from './simulated-dialect.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What goes wrong with one call to a node. */
export type NodeFault = 'none' | 'refused' | 'busy' | 'broken' | 'empty' | 'lost' | 'dies-after';

/** How often things go wrong in a run: probabilities per call. */
export interface FaultRates {
  crash: number;
  node: number;
  database: number;
  feed: number;
  fork: number;
}

/** What a node answers from its history. */
const ofHistory = ['getSignatureStatuses', 'getSignaturesForAddress', 'getTransaction'];
const nodeFaults = ['refused', 'busy', 'broken', 'empty', 'lost', 'lost'] as const;
const databaseFaults = ['rolled-back', 'reply-lost'] as const;

/** Decides by the seed what goes wrong, until `stop`. Counts what did. */
export class FaultPlan {
  readonly counts = { crashes: 0, node: 0, database: 0, outages: 0, pauses: 0, losses: 0 };
  #databaseAwayUntil = 0;
  #forgetful: { urls: readonly string[]; methods: readonly string[]; until: number } = {
    urls: [],
    methods: [],
    until: 0,
  };
  #limpingUntil = 0;
  readonly #random: SeededRandom;
  readonly #rates: FaultRates;
  readonly #time: VirtualTime;
  isOver = false;
  #isHeld = false;

  constructor(random: SeededRandom, rates: FaultRates, time: VirtualTime) {
    this.#random = random;
    this.#rates = rates;
    this.#time = time;
  }

  /** From now on nothing goes wrong any more. */
  stop(): void {
    this.isOver = true;
    this.#databaseAwayUntil = 0;
  }

  /** Nothing goes wrong until `release`: the run is being set up. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  /** The database is away for so long. */
  takeDatabaseAway(forMs: number): void {
    this.counts.outages += 1;
    this.#databaseAwayUntil = this.#time.nowMs + forMs;
  }

  /**
   * A node has lost its record of signatures for so long: it says 'not found' of each, and the truth about all else.
   * Nothing else is left out of an answer meanwhile: the product believes two nodes, or two sources, that agree.
   */
  loseSignatures(url: string, forMs: number): void {
    this.#forget([url], ['getSignatureStatuses'], forMs);
  }

  /** The whole history of these nodes is away for so long: they know of no transaction, and the truth about all else. */
  loseHistory(urls: readonly string[], forMs: number): void {
    this.#forget(urls, ofHistory, forMs);
  }

  /** Processes stop again and again for so long, each time about as long as what they hold is kept for them. */
  letLimp(forMs: number): void {
    this.#limpingUntil = this.#time.nowMs + forMs;
  }

  latencyMs(): number {
    return this.#random.chance(0.1) ? this.#random.int(100, 900) : this.#random.int(1, 30);
  }

  ofNode(owner: SimulatedProcess, { url, method }: { url: string; method: string }): NodeFault {
    if (this.isOver || this.#isHeld) return 'none';
    this.#limp(owner);
    if (this.#random.chance(this.#rates.crash)) return this.#crash(owner) ?? 'dies-after';
    const isForgetting = this.#time.nowMs < this.#forgetful.until;
    if (!this.#random.chance(this.#rates.node)) {
      const { urls, methods } = this.#forgetful;
      return isForgetting && urls.includes(url) && methods.includes(method) ? 'empty' : 'none';
    }
    const fault = this.#random.pick(nodeFaults);
    if (fault === 'empty' && isForgetting) return 'none';
    this.counts.node += 1;
    return fault;
  }

  ofDatabase(owner: SimulatedProcess): DatabaseFault {
    if (this.#time.nowMs < this.#databaseAwayUntil) return 'away';
    if (this.isOver || this.#isHeld) return 'none';
    this.#limp(owner);
    if (this.#random.chance(this.#rates.crash)) {
      return this.#crash(owner) ?? (this.#random.chance(0.5) ? 'dies-before' : 'dies-after');
    }
    if (!this.#random.chance(this.#rates.database)) return 'none';
    this.counts.database += 1;
    return this.#random.pick(databaseFaults);
  }

  /** One such trouble at a time: the next one takes the place of the last. */
  #forget(urls: readonly string[], methods: readonly string[], forMs: number): void {
    this.counts.losses += 1;
    this.#forgetful = { urls, methods, until: this.#time.nowMs + forMs };
  }

  /** A process that is stopped for a while instead of dying is worse for leases; it goes on where it was. */
  #crash(owner: SimulatedProcess): 'none' | null {
    if (!this.#random.chance(0.4)) {
      this.counts.crashes += 1;
      return null;
    }
    this.#pause(owner, this.#random.int(1000, 150_000));
    return 'none';
  }

  #limp(owner: SimulatedProcess): void {
    if (this.#time.nowMs > this.#limpingUntil || !this.#random.chance(0.3)) return;
    this.#pause(owner, this.#random.int(2000, 7000));
  }

  #pause(owner: SimulatedProcess, forMs: number): void {
    this.counts.pauses += 1;
    owner.pausedUntil = this.#time.nowMs + forMs;
  }

  /** Whether a notification gets lost. */
  losesNotice(): boolean {
    return !this.isOver && !this.#isHeld && this.#random.chance(this.#rates.feed);
  }
}

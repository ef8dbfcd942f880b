import type { Log } from '#server/app/log.ts';
import type { HintTopic } from '#server/app/ports.ts';
import { feePayerPath } from '#server/solana/fee-payer.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { Donors } from './donors.ts';
import { errorText, isExpected } from './error-text.ts';
import { FaultPlan } from './fault-plan.ts';
import { freezeAccounts } from './freeze-accounts.ts';
import { keepFunded } from './keep-funded.ts';
import { Mirror } from './mirror.ts';
import { OverlayClient, type OverlayRecords } from './overlay-client.ts';
import { problemsAtRest } from './rest-invariants.ts';
import { countRun, type RunCounts } from './run-counts.ts';
import { drawScenario, type Scenario } from './scenario.ts';
import { Scheduler } from './scheduler.ts';
import { SeededRandom } from './seeded-random.ts';
import { type Machine, type RunningServer, startServer } from './server-process.ts';
import { SimulatedChain } from './simulated-chain.ts';
import type { RowChange, SimulatedDatabase } from './simulated-database.ts';
import { simulatedNetwork } from './simulated-network.ts';
import { SimulatedNode } from './simulated-node.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { checkDisplay, checkSent, commitChanges, type Observed } from './step-invariants.ts';
import { Streamers } from './streamers.ts';
import type { Surroundings } from './take-over-globals.ts';
import { Trace } from './trace.ts';
import { startTrouble } from './trouble.ts';
import { VirtualTime } from './virtual-time.ts';
import { Withdrawers } from './withdrawers.ts';

/** Everything of one run: chain, nodes, database, processes, donors, overlays, and the observer. */
export class SimulatedWorld {
  failure: string | null = null;
  readonly trace: Trace;
  readonly surroundings: Surroundings;
  readonly #time = new VirtualTime();
  readonly #random: SeededRandom;
  readonly #scenario: Scenario;
  readonly #chain: SimulatedChain;
  readonly #nodes: SimulatedNode[];
  readonly #faults: FaultPlan;
  readonly #scheduler: Scheduler;
  readonly #observed: Observed;
  readonly #machine: Machine;
  readonly #donors: Donors;
  readonly #overlays: OverlayClient[] = [];
  readonly #streamers: Streamers;
  readonly #withdrawers: Withdrawers;
  readonly #beganAtMs = this.#time.nowMs;
  #servers: RunningServer[] = [];
  #lastWriteAtMs = this.#time.nowMs;
  #lives = 0;

  constructor(
    database: SimulatedDatabase,
    vault: SigningVault,
    seed: number,
    print: ((line: string) => void) | null,
  ) {
    const time = this.#time;
    const random = new SeededRandom(seed);
    this.#random = random;
    this.#scenario = drawScenario(random.fork());
    this.trace = new Trace(time.nowMs, print);
    this.#chain = new SimulatedChain(random.fork(), time.nowMs, {
      rentMinimumLamports: this.#scenario.rentMinimumLamports,
      forkChance: this.#scenario.rates.fork,
    });
    this.#faults = new FaultPlan(random.fork(), this.#scenario.rates, time);
    this.#scheduler = new Scheduler(time, random.fork(), (label, owner) => this.#afterStep(label, owner));
    const overlays: OverlayRecords = {
      displays: new Map(),
      acknowledged: new Set(),
      onDisplay: (card) => this.#guard(() => checkDisplay(this.#observed, card)),
    };
    this.#observed = {
      mirror: new Mirror(),
      chain: this.#chain,
      overlays,
      marked: new Set(),
      pressed: new Set(),
      claims: new Map(),
      nodes: this.#scenario.nodes,
      nowMs: () => time.nowMs,
    };
    this.#nodes = ['http://one', 'http://two']
      .slice(0, this.#scenario.nodes)
      .map(
        (url) =>
          new SimulatedNode(url, this.#chain, random.fork(), (transaction) =>
            this.#guard(() => checkSent(this.#observed, transaction)),
          ),
      );
    this.#machine = {
      access: {
        database,
        scheduler: this.#scheduler,
        time,
        nextFault: (owner) => this.#faults.ofDatabase(owner),
        onCommit: (owner, changes, hints) => this.#onCommit(owner, changes, hints),
      },
      chain: this.#chain,
      faults: this.#faults,
      random: random.fork(),
      vault,
      nodeUrls: this.#nodes.map((node) => node.url),
      openPost: simulatedNetwork({
        nodes: this.#nodes,
        scheduler: this.#scheduler,
        time,
        faults: this.#faults,
      }),
      log: this.#log(),
      isAlone: this.#scenario.processes === 1,
      hasWithdrawals: this.#scenario.withdrawals > 0,
      hasTokens: this.#scenario.feePayerLamports !== null,
      addressValidMs: this.#scenario.addressValidMs,
    };
    this.#donors = new Donors({
      time,
      random: random.fork(),
      chain: this.#chain,
      servers: () => this.#up(),
      hasTokens: this.#machine.hasTokens,
    });
    this.#streamers = new Streamers({
      time,
      random: random.fork(),
      observed: this.#observed,
      servers: () => this.#up(),
      areFaultsOver: () => this.#faults.isOver,
      onError: (error) => {
        if (!isExpected(error)) this.#fail(`A streamer met ${errorText(error)}`);
      },
    });
    this.#withdrawers = new Withdrawers({
      time,
      random: random.fork(),
      chain: this.#chain,
      servers: () => this.#up(),
      onError: (error) => this.#fail(`Somebody who withdrew met ${errorText(error)}`),
    });
    this.surroundings = { time, random: random.fork() };
  }

  get nowMs(): number {
    return this.#time.nowMs;
  }

  get steps(): number {
    return this.#scheduler.steps;
  }

  /** The time of faults is over and every donor has done what they will do. */
  get isQuiet(): boolean {
    return this.nowMs - this.#beganAtMs > this.#scenario.faultsForMs && this.#donors.underWay === 0;
  }

  /** Registers the streamers, starts the processes, and sends donors and overlays on their way. */
  async open(): Promise<void> {
    this.#faults.hold();
    await this.#fundFeePayer();
    for (let index = 0; index < this.#scenario.processes; index += 1) this.#boot(`p${index}`);
    while (this.#servers.length < this.#scenario.processes) await this.step();
    const [first] = this.#servers;
    if (first === undefined) throw new Error('A scenario has a process.');
    this.#streamers.register(first, this.#scenario.streamers);
    while (this.#streamers.all.length < this.#scenario.streamers) await this.step();
    this.#sendPeople();
    this.#faults.release();
    startTrouble({
      time: this.#time,
      random: this.#random.fork(),
      faults: this.#faults,
      nodes: this.#nodes,
      scenario: this.#scenario,
      note: (what) => this.trace.note(this.nowMs, 'world', what),
    });
    this.#streamers.act();
    if (this.#machine.hasTokens && this.#scenario.doesIssuerFreeze) {
      const around = { time: this.#time, random: this.#random.fork(), chain: this.#chain };
      freezeAccounts(around, () => this.#faults.isOver);
    }
  }

  async step(): Promise<void> {
    const { stretch } = this.#scenario;
    this.#time.stretch = Math.min(60, Math.max(stretch, (this.nowMs - this.#lastWriteAtMs) / 4000));
    await this.#scheduler.step();
  }

  /** Nothing fails any more: nodes answer the truth, the database stays, processes and overlays stay up. */
  calmDown(): void {
    this.#faults.stop();
    this.#chain.isCalm = true;
    for (const node of this.#nodes) {
      node.lagBlocks = 0;
      node.isHasty = false;
      node.isMistaken = false;
    }
    for (const server of this.#servers) server.life.pausedUntil = 0;
    for (const overlay of this.#overlays) overlay.calmDown();
  }

  problemsAtRest(): string[] {
    return problemsAtRest(this.#observed);
  }

  counts(): RunCounts {
    return countRun(this.#observed, {
      steps: this.#scheduler.steps,
      faults: this.#faults.counts,
      seconds: Math.round((this.nowMs - this.#beganAtMs) / 1000),
    });
  }

  #boot(name: string): void {
    const life = new SimulatedProcess(`${name}.${(this.#lives += 1)}`);
    life.onDeath(() => {
      this.#servers = this.#servers.filter((server) => server.life !== life);
      this.trace.note(this.nowMs, life.name, 'dies');
      this.#time.after(this.#random.int(300, 30_000), () => this.#boot(name));
    });
    void life
      .run(async () => await startServer(this.#machine, life))
      .then((server) => this.#servers.push(server))
      .catch((error: unknown) => {
        this.trace.note(this.nowMs, life.name, `could not start: ${errorText(error)}`);
        life.kill();
      });
  }

  #up(): RunningServer[] {
    return this.#servers.filter((server) => server.life.isAlive);
  }

  /** Whoever runs the servers looks every now and then, and sends more before it is gone; but they may be late. */
  async #fundFeePayer(): Promise<void> {
    const { feePayerLamports } = this.#scenario;
    if (feePayerLamports === null) return;
    const address = await this.#machine.vault.addressOf(feePayerPath);
    this.#chain.enrich(address, feePayerLamports);
    keepFunded({ time: this.#time, random: this.#random.fork(), chain: this.#chain }, address);
  }

  #sendPeople(): void {
    const random = this.#random;
    for (const { id, donationCode, widgetCode } of this.#streamers.all) {
      const world = {
        time: this.#time,
        random: random.fork(),
        servers: () => this.#up(),
        donationIds: () => [...this.#observed.mirror.donations.keys()],
        records: this.#observed.overlays,
      };
      this.#overlays.push(new OverlayClient(world, 'honest', widgetCode));
      for (const kind of this.#scenario.otherOverlays) {
        const code = kind === 'viewer' ? donationCode : widgetCode;
        const join = (): void => void this.#overlays.push(new OverlayClient(world, kind, code));
        this.#time.after(10_000, () => this.#onceWidgetIsUsed(id, join));
      }
    }
    this.#withdrawers.come(this.#streamers.all, this.#scenario.withdrawals);
    for (let index = 0; index < this.#scenario.donations; index += 1) {
      const { donationCode } = random.pick(this.#streamers.all);
      this.#donors.come(random.int(1, this.#scenario.donorsWithinSeconds), donationCode);
    }
  }

  /** The public code opens overlays until the secret one has been used: whoever must not count comes after that. */
  #onceWidgetIsUsed(userId: string, act: () => void): void {
    if (this.#observed.mirror.users.get(userId)?.widget_code_used_at != null) act();
    else this.#time.after(5000, () => this.#onceWidgetIsUsed(userId, act));
  }

  #onCommit(owner: SimulatedProcess, changes: RowChange[], hints: HintTopic[]): void {
    if (changes.length > 0) this.#lastWriteAtMs = this.nowMs;
    this.#guard(() => commitChanges(this.#observed, changes, owner.name));
    for (const server of this.#up()) {
      for (const topic of new Set(hints)) {
        if (this.#faults.losesNotice()) continue;
        this.#time.after(this.#random.int(1, 8), () => server.wake(topic), server.life);
      }
    }
  }

  #afterStep(label: string, owner: SimulatedProcess | null): void {
    this.#chain.advanceTo(this.nowMs);
    if (owner !== null) this.trace.note(this.nowMs, owner.name, label);
  }

  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #fail(reason: string): void {
    this.failure ??= reason;
    this.trace.note(this.nowMs, 'BROKEN', reason);
  }

  /** What the product logs goes into the trace; an error that no fault explains is a failure of its own. */
  #log(): Log {
    const note = (detail: object, message: string): void => {
      const error: unknown = 'error' in detail ? detail.error : undefined;
      const { error: _, ...rest } = detail as { error?: unknown };
      this.trace.note(
        this.nowMs,
        'log',
        `${message} ${JSON.stringify(rest)} ${error === undefined ? '' : errorText(error)}`,
      );
      if (error !== undefined && !isExpected(error))
        this.#fail(`The product met an error that no fault explains: ${errorText(error, true)}`);
    };
    return { info: note, warn: note, error: note };
  }
}

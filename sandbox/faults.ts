/**
 * How an answer goes wrong: 429 with Retry-After; 500; text that is no JSON; an empty body; the
 * connection cut; error -32005 'Node is unhealthy'; a null result.
 */
export type FailureKind =
  | 'rate-limited'
  | 'server-error'
  | 'unparsable'
  | 'empty'
  | 'hang-up'
  | 'unhealthy'
  | 'null-result';

type Failure = { readonly kind: FailureKind; readonly methods: readonly string[] | undefined; times: number };

/** What a fault has to reach in the running sandbox. */
export type FaultTargets = {
  /** Cuts every WebSocket; returns how many there were. */
  readonly dropSockets: () => number;
  /** Undoes the newest `slots` slots; their transactions return after `returnAfterSlots`, or never. */
  readonly rollBack: (slots: number, returnAfterSlots: number | undefined) => number;
};

/** Switches that make the sandbox misbehave. Only code in the same process can reach them. */
export class Faults {
  /** Every HTTP answer is this much later. */
  latencyMs = 0;
  /** Seconds that a 429 asks to wait. */
  retryAfterSeconds = 1;
  /** Answers are those of a node so many slots behind; up to 150. */
  staleSlots = 0;
  /** The oldest slot that the node keeps: blocks and transactions before it are pruned from its ledger. */
  firstSlot = 0;
  /** WebSockets stay open and nothing comes out of them. */
  silentSockets = false;
  /** New WebSockets are refused with 503. */
  refuseSockets = false;
  readonly #targets: FaultTargets;
  #failures: Failure[] = [];
  #sendsToDrop = 0;

  constructor(targets: FaultTargets) {
    this.#targets = targets;
  }

  /** The next `times` HTTP calls (of the named methods, or any) fail. */
  failNext(kind: FailureKind, times = 1, methods?: readonly string[]): void {
    this.#failures.push({ kind, times, methods });
  }

  /** The next `times` transactions are acknowledged and lost. */
  dropNextSends(times = 1): void {
    this.#sendsToDrop += times;
  }

  /** Cuts every WebSocket; returns how many there were. */
  dropSockets(): number {
    return this.#targets.dropSockets();
  }

  /**
   * Undoes the newest `slots` slots, as when a fork loses; returns how many transactions are gone.
   * With `returnAfterSlots` they land again so many slots later, otherwise never.
   */
  rollBack(slots: number, returnAfterSlots?: number): number {
    return this.#targets.rollBack(slots, returnAfterSlots);
  }

  /** Ends every fault. */
  clear(): void {
    this.latencyMs = 0;
    this.staleSlots = 0;
    this.firstSlot = 0;
    this.silentSockets = false;
    this.refuseSockets = false;
    this.#failures = [];
    this.#sendsToDrop = 0;
  }

  /** Uses up one failure that is due for a method. */
  takeFailure(method: string): FailureKind | undefined {
    const due = this.#failures.find(({ methods }) => methods === undefined || methods.includes(method));
    if (due === undefined) return undefined;
    due.times--;
    if (due.times <= 0) this.#failures = this.#failures.filter((failure) => failure !== due);
    return due.kind;
  }

  /** Uses up one dropped send, if one is due. */
  takeDroppedSend(): boolean {
    if (this.#sendsToDrop === 0) return false;
    this.#sendsToDrop--;
    return true;
  }
}

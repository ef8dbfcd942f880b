import { isJsonRpcPayload, type RpcTransport } from '@solana/kit';
import { type Meter, noMeter } from '#server/app/meter.ts';
import type { NodeState } from '#server/app/operator-ports.ts';
import { mostSlotsBehind } from '#server/app/chain-ports.ts';
import { Permanent, Transient } from '#server/app/outside.ts';
import { isUsableAnswer } from './answer-shapes.ts';
import { mayEndAt } from './blockhash-end.ts';
import type { PostText } from './post-text.ts';
import { RequestWindow } from './request-window.ts';
import { failureOfRpcError, failureOfTransport, isNotThereYet, retryAfterMs } from './rpc-failure.ts';
import { createRpcTransport } from './rpc-transport.ts';

/** How many requests one node takes within a window, in all and of one method. */
export interface RpcLimits {
  requests: number;
  perMethod: number;
  windowMs: number;
}

/** The answer to a JSON-RPC call, checked to have a usable `result`. */
export interface RpcAnswer {
  result: unknown;
}

/** A JSON-RPC call as kit hands it to its transport. */
export interface RpcCall {
  payload: unknown;
  method: string;
  signal: AbortSignal;
  /** How much of a node's budget may be used up for it to go out, 0 to 1; whatever can wait leaves some of it free. */
  share: number;
}

const firstBackoffMs = 250;
const longestBackoffMs = 2000;
/** For so long a node must have told no other slot to stand still. */
const standsStillMs = 120_000;
/** A node that failed where two are compared, and was not asked again for so long, may be well by now. */
const comparedLatelyMs = 600_000;

/** One node: its budget, and whether it is to be left alone for now. `limits` null: as many as it takes. */
export class RpcNode {
  readonly #transport: RpcTransport;
  readonly #limits: RpcLimits | null;
  readonly #meter: Pick<Meter, 'nodeAsked'>;
  readonly #all: RequestWindow | null;
  readonly #byMethod = new Map<string, RequestWindow>();
  #restsUntil = 0;
  #failures = 0;
  /** What it is called where people read: nothing of it is secret. */
  readonly name: string;
  #answeredAt: Date | null = null;
  #failedAt: Date | null = null;
  #slot: bigint | null = null;
  #movedAt = 0;
  #stillSince: Date | null = null;
  #slotsBehind = 0n;
  #newestHeight: bigint | null = null;
  #isElsewhere = false;
  #uncompared: { since: Date; until: Date } | null = null;

  constructor(
    post: PostText,
    limits: RpcLimits | null,
    { name = '', meter = noMeter }: { name?: string; meter?: Pick<Meter, 'nodeAsked'> } = {},
  ) {
    this.name = name;
    this.#meter = meter;
    this.#transport = createRpcTransport(post);
    this.#limits = limits;
    this.#all = limits && new RequestWindow(limits.requests, limits.windowMs);
  }

  /** From when on this call may be made here; in the past when that is now. On another network only for the question which. */
  readyAt({ method, share }: Pick<RpcCall, 'method' | 'share'>, now: number): number {
    if (this.#isElsewhere && method !== 'getGenesisHash') return Infinity;
    const windows = this.#windowsOf(method).map((window) => window.freeAt(now, share));
    return Math.max(this.#restsUntil, ...windows);
  }

  /** How long the node is left alone after it failed; in the past when it is not. */
  get restsUntil(): number {
    return this.#restsUntil;
  }

  /** Whether it was far behind the other nodes when it was last asked. */
  get isBehind(): boolean {
    return this.#slotsBehind > mostSlotsBehind;
  }

  /** Takes the slot that it told, and the newest one that is believed of any node; null: none is. */
  noteSlot(slot: bigint, newest: bigint | null): void {
    const now = Date.now();
    if (slot !== this.#slot) this.#movedAt = now;
    this.#slot = slot;
    this.#stillSince = now - this.#movedAt > standsStillMs ? new Date(this.#movedAt) : null;
    this.#slotsBehind = newest === null || newest < slot ? 0n : newest - slot;
  }

  /** Takes the height that the chain has come to by what is believed of all nodes; null: nothing is. */
  noteHeight(newest: bigint | null): void {
    this.#newestHeight = newest;
  }

  /** Takes whether it has said to be on another network than the books. */
  noteNetwork(isElsewhere: boolean): void {
    this.#isElsewhere = isElsewhere;
  }

  /** Takes whether it answered where what two nodes say is compared. Only told where another one did. */
  noteCompared(hasAnswered: boolean): void {
    const until = new Date();
    this.#uncompared = hasAnswered ? null : { since: this.#uncompared?.since ?? until, until };
  }

  /** How it has answered so far, for an operator. */
  get state(): NodeState {
    const isUncompared = Date.now() - Number(this.#uncompared?.until ?? 0) < comparedLatelyMs;
    return {
      name: this.name,
      failures: this.#failures,
      answeredAt: this.#answeredAt,
      failedAt: this.#failedAt,
      slotsBehind: Number(this.#slotsBehind),
      stillSince: this.#stillSince,
      isElsewhere: this.#isElsewhere,
      uncomparedSince: isUncompared ? (this.#uncompared?.since ?? null) : null,
    };
  }

  /** Counts a call that is about to be made against the budget. */
  claim(method: string, now: number): void {
    for (const window of this.#windowsOf(method)) window.take(now);
  }

  /**
   * Calls once. Throws `Transient` or `Permanent`; after a `Transient` the node rests for a while. One that has only not come
   * to a slot yet has answered all the same.
   */
  async call(call: RpcCall, random: () => number): Promise<RpcAnswer> {
    const start = performance.now();
    const tell = (outcome: 'answered' | 'refused' | 'failed'): void => {
      const seconds = (performance.now() - start) / 1000;
      this.#meter.nodeAsked({ node: this.name, method: call.method, outcome, seconds });
    };
    try {
      const answer = await this.#ask(call);
      this.#noteAnswer();
      tell('answered');
      return answer;
    } catch (error) {
      const isAnswer = error instanceof Permanent || isNotThereYet(error);
      tell(isAnswer ? 'refused' : 'failed');
      if (isAnswer) this.#noteAnswer();
      else this.#noteFailure();
      if (error instanceof Transient) this.#rest(error, random);
      throw error;
    }
  }

  async #ask({ payload, method, signal }: RpcCall): Promise<RpcAnswer> {
    let answer: unknown;
    try {
      answer = await this.#transport({ payload, signal });
    } catch (error) {
      throw failureOfTransport(method, error);
    }
    if (typeof answer === 'object' && answer !== null && isAnswerTo(payload, answer)) {
      if ('error' in answer) throw failureOfRpcError(method, answer.error);
      if ('result' in answer && this.#isUsable(method, answer.result))
        return { ...answer, result: answer.result };
    }
    throw new Transient(`${method}: the node gave no usable answer`);
  }

  /** What is signed by a blockhash others have to judge: it must end at about where theirs would. */
  #isUsable(method: string, result: unknown): boolean {
    if (!isUsableAnswer(method, result)) return false;
    if (method !== 'getLatestBlockhash' || this.#newestHeight === null) return true;
    const { value } = result as { value: { lastValidBlockHeight: bigint } };
    return mayEndAt(value.lastValidBlockHeight, this.#newestHeight);
  }

  #noteAnswer(): void {
    this.#failures = 0;
    this.#answeredAt = new Date();
  }

  #noteFailure(): void {
    this.#failures += 1;
    this.#failedAt = new Date();
  }

  #rest(error: Transient, random: () => number): void {
    const times = Math.max(this.#failures - 1, 0);
    const backoffMs = Math.min(firstBackoffMs * 2 ** times, longestBackoffMs) * (0.5 + random() / 2);
    const restMs = retryAfterMs(error, Date.now()) ?? backoffMs;
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + restMs);
  }

  #windowsOf(method: string): RequestWindow[] {
    if (this.#limits === null || this.#all === null) return [];
    let own = this.#byMethod.get(method);
    if (own === undefined) {
      own = new RequestWindow(this.#limits.perMethod, this.#limits.windowMs);
      this.#byMethod.set(method, own);
    }
    return [this.#all, own];
  }
}

/** Somebody between us and the node may mix answers up. Nodes that could not read the id of a request say null. */
function isAnswerTo(payload: unknown, answer: object): boolean {
  const id = 'id' in answer ? answer.id : undefined;
  const isUnread = id === null && 'error' in answer;
  return isUnread || (isJsonRpcPayload(payload) && 'id' in payload && String(id) === String(payload.id));
}

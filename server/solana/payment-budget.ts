import type { RpcLimits } from './rpc-node.ts';

/** Part of what a node takes of one method that donors' wallets may cause: the rest is for sweeps and reading. */
const donorsShare = 0.4;
/** Part of that which one client may use up, so that nobody keeps all others from paying. */
const clientsShare = 0.5;

/**
 * Keeps anonymous callers from using up the nodes' budget: counts the calls that wallet payments cause in a sliding
 * window, all together and by client. `limits` null: as many as are asked for.
 */
export class PaymentBudget {
  readonly #limits: RpcLimits | null;
  /** What still counts, oldest first; never more than the limit. */
  readonly #admitted: { client: string; at: number }[] = [];

  constructor(limits: RpcLimits | null) {
    this.#limits = limits;
  }

  /** Whether a call of that client may be made now; if so it counts. `now` in milliseconds. */
  admits(client: string, now: number): boolean {
    if (this.#limits === null) return true;
    const { perMethod, windowMs } = this.#limits;
    while (this.#admitted[0] !== undefined && this.#admitted[0].at + windowMs <= now) this.#admitted.shift();
    const most = Math.max(1, Math.floor(perMethod * donorsShare));
    const mostOfOne = Math.max(1, Math.floor(most * clientsShare));
    const own = this.#admitted.filter((admitted) => admitted.client === client).length;
    if (this.#admitted.length >= most || own >= mostOfOne) return false;
    this.#admitted.push({ client, at: now });
    return true;
  }
}

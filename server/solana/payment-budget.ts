import type { RpcLimits } from './rpc-node.ts';

/** Part of what a node takes of one method that donors' wallets may cause: the rest is for sweeps and reading. */
const donorsShare = 0.4;
/** Part of that which one client may use up, so that nobody keeps all others from paying. */
const clientsShare = 0.5;

/**
 * Keeps anonymous callers from using up the nodes' budget: counts what wallet payments ask for (a simulation, or a
 * sending, and every sending again) in a sliding window, all together and by client. `limits` null: as many as are
 * asked for.
 *
 * Not counted here, only by the node's own budget: what a node left open and is asked once more, blockhashes (shared
 * for 4 s) and looks at what was sent (up to 256 in one call). Two clients use up a window of the donors' part; with
 * what the HTTP side lets one of them ask (20 in a minute), five use up all of it for as long as they like.
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

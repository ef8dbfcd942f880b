import { encodeAccount, encodeMissingAccount } from './account-encoding.ts';
import type { Chain } from './chain.ts';
import { COMMITMENTS, type Commitment } from './commitment.ts';
import { matchesFilters } from './program-filters.ts';
import { NODE_VERSION } from './rpc-node.ts';
import type { Subscription, Subscriptions } from './subscriptions.ts';
import type { TransactionRecord } from './transaction-record.ts';

/** Tells subscribers what every slot brought, once per commitment that the slot reaches. */
export class Notifier {
  readonly #chain: Chain;
  readonly #subscriptions: Subscriptions;

  constructor(chain: Chain, subscriptions: Subscriptions) {
    this.#chain = chain;
    this.#subscriptions = subscriptions;
  }

  /** To be called after every slot. */
  announceSlot(): void {
    const slot = this.#chain.slot;
    const root = this.#chain.slotAt('finalized');
    for (const { send } of this.#subscriptions.listAll('slot', '')) send({ parent: slot - 1, root, slot });
    for (const { send } of this.#subscriptions.listAll('root', '')) send(root);
    for (const commitment of COMMITMENTS)
      this.#announceCommitment(commitment, this.#chain.slotAt(commitment));
  }

  /** Tells a new subscriber at once of a signature that has already landed. */
  announceLanded(subscription: Subscription<'signature'>): void {
    const { topic, commitment } = subscription;
    const record = this.#chain.findTransaction(topic.signature);
    const slot = this.#chain.slotAt(commitment);
    if (record !== undefined && record.slot <= slot) this.#finishSignature(subscription, record, slot);
  }

  /** Tells those who asked for it that a transaction has come in. */
  announceReceived(signature: string): void {
    for (const subscription of this.#subscriptions.listAll('signature', signature)) {
      if (!subscription.topic.wantsReceived) continue;
      subscription.send(inContext(this.#chain.slot, 'receivedSignature'));
    }
  }

  #announceCommitment(commitment: Commitment, slot: number): void {
    const records = this.#chain.listRecent(slot);
    if (records.length === 0) return;
    for (const address of this.#chain.listChanged(slot)) this.#announceAccount(commitment, slot, address);
    for (const record of records) {
      this.#announceLogs(commitment, slot, record);
      for (const subscription of this.#subscriptions.list(commitment, 'signature', record.signature)) {
        this.#finishSignature(subscription, record, slot);
      }
    }
  }

  #announceAccount(commitment: Commitment, slot: number, address: Parameters<Chain['readAccount']>[0]): void {
    const state = this.#chain.readAccount(address, slot);
    for (const { topic, send } of this.#subscriptions.list(commitment, 'account', address)) {
      const value =
        state === null ? encodeMissingAccount(topic.encoding) : encodeAccount(state, topic.encoding);
      send(inContext(slot, value));
    }
    if (state === null) return;
    for (const { topic, send } of this.#subscriptions.list(commitment, 'program', state.owner)) {
      if (!matchesFilters(state, topic.filters)) continue;
      send(inContext(slot, { pubkey: address, account: encodeAccount(state, topic.encoding) }));
    }
  }

  #announceLogs(commitment: Commitment, slot: number, record: TransactionRecord): void {
    const { signature, err, logs } = record;
    for (const subject of ['', ...new Set(record.keys)]) {
      for (const { send } of this.#subscriptions.list(commitment, 'logs', subject)) {
        send(inContext(slot, { signature, err, logs }));
      }
    }
  }

  #finishSignature(
    subscription: { id: number; send: (result: unknown) => void },
    { err }: TransactionRecord,
    slot: number,
  ): void {
    if (this.#subscriptions.remove(subscription.id)) subscription.send(inContext(slot, { err }));
  }
}

function inContext(slot: number, value: unknown) {
  return { context: { slot, apiVersion: NODE_VERSION }, value };
}

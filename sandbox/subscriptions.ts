import { COMMITMENTS, type Commitment } from './commitment.ts';
import type { Topic, TopicOf, Wish } from './subscription.ts';

/** A subscription of one client; `send` delivers a notification's result to it. */
export type Subscription<Kind extends Topic['kind'] = Topic['kind']> = {
  readonly id: number;
  readonly topic: TopicOf<Kind>;
  readonly commitment: Commitment;
  readonly send: (result: unknown) => void;
};

/** Everything that is subscribed to, findable by commitment, kind and what it is about. */
export class Subscriptions {
  readonly #byId = new Map<number, Subscription>();
  readonly #byKey = new Map<string, Set<Subscription>>();
  #lastId = 0;

  /** How many there are. */
  get size(): number {
    return this.#byId.size;
  }

  add({ topic, commitment }: Wish, send: (id: number, result: unknown) => void): Subscription {
    const id = ++this.#lastId;
    const subscription: Subscription = { id, topic, commitment, send: (result) => send(id, result) };
    const key = keyOf(commitment, topic.kind, subjectOf(topic));
    const group = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, group.add(subscription));
    this.#byId.set(id, subscription);
    return subscription;
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  /** Returns whether there was such a subscription. */
  remove(id: number): boolean {
    const subscription = this.#byId.get(id);
    if (subscription === undefined) return false;
    this.#byId.delete(id);
    const { topic, commitment } = subscription;
    const key = keyOf(commitment, topic.kind, subjectOf(topic));
    const group = this.#byKey.get(key);
    group?.delete(subscription);
    if (group?.size === 0) this.#byKey.delete(key);
    return true;
  }

  /** Those of a kind and commitment that are about `subject`: an address, a signature, or '' for all. */
  list<Kind extends Topic['kind']>(
    commitment: Commitment,
    kind: Kind,
    subject: string,
  ): Subscription<Kind>[] {
    const group = this.#byKey.get(keyOf(commitment, kind, subject)) ?? [];
    return [...group] as unknown as Subscription<Kind>[];
  }

  /** Those of a kind at any commitment. */
  listAll<Kind extends Topic['kind']>(kind: Kind, subject: string): Subscription<Kind>[] {
    return COMMITMENTS.flatMap((commitment) => this.list(commitment, kind, subject));
  }
}

function keyOf(commitment: Commitment, kind: string, subject: string): string {
  return `${commitment}/${kind}/${subject}`;
}

function subjectOf(topic: Topic): string {
  switch (topic.kind) {
    case 'account':
      return topic.address;
    case 'program':
      return topic.program;
    case 'logs':
      return topic.mentions ?? '';
    case 'signature':
      return topic.signature;
    default:
      return '';
  }
}

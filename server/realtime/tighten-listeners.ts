import type { EventEmitter } from 'node:events';

/** What Node keeps listeners in, by their event. */
const table = '_events';

/** An object without a prototype, as Node's own; but one that V8 lays out by the names in it, not as a hash table. */
class Listeners {
  [event: string | symbol]: unknown;
}
Object.setPrototypeOf(Listeners.prototype, null);
// Else it would be the listener of an event of that name.
Reflect.deleteProperty(Listeners.prototype, 'constructor');

/**
 * Has an emitter keep its listeners in as little room as they need. Node begins each with an empty hash table, which takes 240
 * bytes for the three to five that a socket has for as long as it is open, and an object with these names 64. Nothing changes
 * for whoever adds or removes one later.
 */
export function tightenListeners(emitter: EventEmitter): void {
  const given: unknown = Reflect.get(emitter, table);
  if (typeof given === 'object' && given !== null)
    Reflect.set(emitter, table, Object.assign(new Listeners(), given));
}

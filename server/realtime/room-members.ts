import type { LiveSocket } from './socket-state.ts';

/**
 * Which sockets are in which rooms. The library's own keeps two sets for a socket that is in one room by itself, as nearly
 * all are: 300 bytes for each overlay.
 */
export class RoomMembers {
  readonly #socketsIn = new FewByKey<string, LiveSocket>();
  readonly #roomsOf = new FewByKey<LiveSocket, string>();

  /** Nothing for a socket that has gone meanwhile: nobody would ever take it out. */
  join(socket: LiveSocket, ...rooms: readonly string[]): void {
    if (!socket.connected) return;
    for (const room of rooms) {
      this.#socketsIn.add(room, socket);
      this.#roomsOf.add(socket, room);
    }
  }

  leave(socket: LiveSocket, room: string): void {
    this.#socketsIn.remove(room, socket);
    this.#roomsOf.remove(socket, room);
  }

  leaveAll(socket: LiveSocket): void {
    for (const room of this.roomsOf(socket)) this.leave(socket, room);
  }

  has(room: string): boolean {
    return this.#socketsIn.has(room);
  }

  /** Those that are in it at this moment. */
  socketsIn(room: string): LiveSocket[] {
    return this.#socketsIn.list(room);
  }

  roomsOf(socket: LiveSocket): string[] {
    return this.#roomsOf.list(socket);
  }

  /** Of all rooms that somebody is in. */
  names(): string[] {
    return this.#socketsIn.keys();
  }
}

/** Values by key, of which most keys have one: a set only where there are more. */
class FewByKey<K, V extends string | LiveSocket> {
  readonly #held = new Map<K, V | Set<V>>();

  add(key: K, value: V): void {
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, value);
    else if (held instanceof Set) held.add(value);
    else if (held !== value) this.#held.set(key, new Set([held, value]));
  }

  remove(key: K, value: V): void {
    const held = this.#held.get(key);
    if (held instanceof Set) held.delete(value);
    if (held === value || (held instanceof Set && held.size === 0)) this.#held.delete(key);
  }

  has(key: K): boolean {
    return this.#held.has(key);
  }

  list(key: K): V[] {
    const held = this.#held.get(key);
    if (held === undefined) return [];
    return held instanceof Set ? [...held] : [held];
  }

  keys(): K[] {
    return [...this.#held.keys()];
  }
}

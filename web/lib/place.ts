import { useSyncExternalStore } from 'react';

/** Where a document is among its own addresses. */
export interface Place {
  pathname: string;
  hash: string;
  /** Another one for every step of navigation. */
  key: string;
  /** Come to by the browser's own buttons, or with the document. */
  isBack: boolean;
}

type PlaceWithState = Place & { state: unknown };

/** What is handed on with an address stands in its entry of the browser's history, as react-router writes it. */
interface Entry {
  usr: unknown;
}

/*
 * The little of a router that a document of two addresses needs. React-router, which the app has, brings along how a server
 * would load pages: a tenth of all script that a donor waited for.
 */
let steps = 0;
let place = readPlace(true);
const listeners = new Set<() => void>();
addEventListener('popstate', () => arrive(true));

/** The place, with what was handed on to it; null for nothing. */
export function usePlace(): PlaceWithState {
  return useSyncExternalStore(listen, () => place);
}

/** Goes to another address of this document and hands something on to it. */
export function go(pathname: string, state: unknown = null): void {
  history.pushState({ usr: state } satisfies Entry, '', pathname);
  arrive(false);
}

/** Leaves something for whoever comes back to this place. */
export function leaveHere(state: unknown): void {
  history.replaceState({ usr: state } satisfies Entry, '');
}

function arrive(isBack: boolean): void {
  steps += 1;
  place = readPlace(isBack);
  for (const listener of listeners) listener();
}

function readPlace(isBack: boolean): PlaceWithState {
  const { pathname, hash } = location;
  const entry = history.state as Partial<Entry> | null;
  return { pathname, hash, key: String(steps), isBack, state: entry?.usr ?? null };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

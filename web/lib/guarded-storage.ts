/** What the pages use of a browser's storage. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The same, where `setItem` tells whether the browser keeps it: false when it ends with the page. */
interface GuardedStorage extends KeptStorage {
  setItem(key: string, value: string): boolean;
}

/** Storage of this tab, gone with it. */
export const tabStorage = guardedStorage(() => sessionStorage);

/** Storage of this browser, for all its tabs. */
export const browserStorage = guardedStorage(() => localStorage);

/**
 * A storage that never throws. What the browser does not keep, because storage is blocked (reading `localStorage` itself
 * throws then) or full, is kept for as long as the page is open.
 */
export function guardedStorage(open: () => KeptStorage): GuardedStorage {
  const inPage = new Map<string, string>();
  return {
    getItem: (key) => inPage.get(key) ?? whereStorageIs(() => open().getItem(key)) ?? null,
    setItem(key, value) {
      inPage.set(key, value);
      whereStorageIs(() => {
        open().setItem(key, value);
        inPage.delete(key);
      });
      return !inPage.has(key);
    },
    removeItem(key) {
      inPage.delete(key);
      whereStorageIs(() => open().removeItem(key));
    },
  };
}

function whereStorageIs<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
